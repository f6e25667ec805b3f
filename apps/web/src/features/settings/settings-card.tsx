import { type ReactNode, useId } from 'react';
import { Card } from '../../ui/layout/card.tsx';

type SettingsCardProps = { title: string; lede: string; action?: ReactNode; children?: ReactNode };

export function SettingsCard({ title, lede, action, children }: SettingsCardProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId}>
      <Card>
        <header className="flex flex-col justify-between gap-3 px-4 py-5 md:flex-row md:items-center md:px-6">
          <div className="min-w-0">
            <h2 id={titleId} tabIndex={-1} className="text-section">
              {title}
            </h2>
            <p className="text-small text-pretty text-text-2">{lede}</p>
          </div>
          {action}
        </header>
        {children}
      </Card>
    </section>
  );
}

export function SettingsRows({ children }: { children: ReactNode }) {
  return <ul className="divide-y divide-line border-t border-line">{children}</ul>;
}

type SettingsRowProps = {
  icon: ReactNode;
  title: ReactNode;
  detail: ReactNode;
  action?: ReactNode;
};

export function SettingsRow({ icon, title, detail, action }: SettingsRowProps) {
  return (
    <li className="flex items-center gap-3.5 px-4 py-4 md:px-6">
      <span className="flex size-9 flex-none items-center justify-center rounded-2 border border-line-strong bg-subtle text-text [&_svg]:size-[18px]">
        {icon}
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-body font-medium">{title}</p>
        <p className="text-small wrap-anywhere text-text-3">{detail}</p>
      </div>
      {action}
    </li>
  );
}

// Facts stand below each other on a phone, and in one line elsewhere.
export function Fact({ children }: { children: ReactNode }) {
  return (
    <span className="max-md:block md:not-first:before:mx-1.5 md:not-first:before:content-['·']">
      {children}
    </span>
  );
}
