import { CopyButton } from './copy-button.tsx';

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

type CodeLineProps = { command: string; shown?: string; subject?: string };

// What is shown may hide a part of what is copied.
export function CodeLine({ command, shown = command, subject = `command ${shown}` }: CodeLineProps) {
  return (
    <div className="flex min-h-11 items-center gap-1 rounded-2 border border-line bg-inset pr-1.5 pl-3.5 md:min-h-10">
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable without a pointer
        tabIndex={0}
        className="min-w-0 flex-1 overflow-x-auto rounded-1 font-mono text-mono text-text [scrollbar-width:none]"
      >
        <span aria-hidden="true" className="mr-3 text-text-3 select-none">
          $
        </span>
        <code>{shown}</code>
      </pre>
      <CopyButton value={command} subject={subject} />
    </div>
  );
}
