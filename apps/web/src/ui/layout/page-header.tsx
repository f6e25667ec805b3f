import type { ReactNode } from 'react';

export type PageHeaderProps = { title: string; badge?: ReactNode; lede?: ReactNode; action?: ReactNode };

export function PageHeader({ title, badge, lede, action }: PageHeaderProps) {
  return (
    <header className="mb-6 flex flex-col justify-between gap-4 md:flex-row md:items-start">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <h1 className="text-title-small md:text-title">{title}</h1>
          {badge}
        </div>
        {lede && <p className="mt-1 text-body text-pretty text-text-2">{lede}</p>}
      </div>
      {action}
    </header>
  );
}
