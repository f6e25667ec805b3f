import { CopyButton } from './copy-button.tsx';

// Several lines of code. Long lines scroll sideways inside.
export function CodeBlock({ code, label }: { code: string; label: string }) {
  return (
    <div className="flex items-start gap-1 rounded-2 border border-line bg-inset py-1.5 pr-1.5 pl-3.5">
      <section
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable without a pointer
        tabIndex={0}
        className="min-w-0 flex-1 overflow-x-auto rounded-1 py-1.5"
      >
        <pre className="font-mono text-mono text-text">
          <code>{code}</code>
        </pre>
      </section>
      <CopyButton value={code} subject={label} />
    </div>
  );
}
