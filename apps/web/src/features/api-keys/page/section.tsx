import { type ReactNode, useId } from 'react';

type SectionProps = { title: string; lede?: ReactNode; action?: ReactNode; children: ReactNode };

// A part of a key's page: its title, what it is about, and below it a card or a table.
export function Section({ title, lede, action, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <h2 id={id} tabIndex={-1} className="text-section">
            {title}
          </h2>
          {lede && <p className="text-small text-pretty text-text-2">{lede}</p>}
        </div>
        {action}
      </header>
      {children}
    </section>
  );
}
