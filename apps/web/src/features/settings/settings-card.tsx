import type { UseQueryResult } from '@tanstack/react-query';
import { Children, type ComponentProps, type ReactNode, useId } from 'react';
import { refusalMessage } from '../../lib/failure-message.ts';
import { Button } from '../../ui/actions/button.tsx';
import { RetryBanner } from '../../ui/feedback/banner.tsx';
import { LoadingText, Skeleton, useDelayedLoading } from '../../ui/feedback/loading.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Ago } from '../../ui/text/ago.tsx';

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
  if (!Children.count(children)) return null;
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

type RowButtonProps = ComponentProps<typeof Button> & { children: string; subject: string };

// Screen readers also hear what the button is about.
export function RowButton({ children, subject, ...button }: RowButtonProps) {
  return (
    <Button size="small" className="min-w-23" {...button}>
      {children}
      <span className="sr-only"> {subject}</span>
    </Button>
  );
}

// Facts are lines of their own on a phone, and one line elsewhere.
export function Fact({ children }: { children: ReactNode }) {
  return (
    <span className="max-md:block md:not-first:before:mx-1.5 md:not-first:before:content-['·']">
      {children}
    </span>
  );
}

export function AgoFact({ verb, moment }: { verb: string; moment: string }) {
  return (
    <Fact>
      {verb} <Ago inSentence moment={moment} />
    </Fact>
  );
}

export function LastUsed({ moment }: { moment: string | null | undefined }) {
  return moment ? <AgoFact verb="Last used" moment={moment} /> : <Fact>Not used yet</Fact>;
}

type LoadingListProps = {
  // It is missing while the code that has it is loaded.
  query?: Pick<UseQueryResult, 'data' | 'error' | 'refetch'> | undefined;
  loading: string;
  rows: number;
  failed: string;
};

export function LoadingList({ query, loading, rows, failed }: LoadingListProps) {
  if (query?.data) return null;
  if (!query?.error) return <ListSkeleton text={loading} rows={rows} />;
  return (
    <div className="border-t border-line px-4 py-4 md:px-6">
      <RetryBanner message={refusalMessage(query.error, failed)} onRetry={query.refetch} />
    </div>
  );
}

function ListSkeleton({ text, rows }: { text: string; rows: number }) {
  const shown = useDelayedLoading(true);
  return (
    <div className="flex flex-col gap-4 border-t border-line px-4 py-4 md:px-6">
      <div className={shown ? undefined : 'invisible'}>
        <LoadingText>{text}</LoadingText>
      </div>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={shown ? 'flex items-center gap-3.5' : 'invisible flex gap-3.5'}>
          <Skeleton className="size-9" />
          <div className="flex flex-col gap-2">
            <Skeleton className="h-3.5 w-32" />
            <Skeleton className="h-3 w-48" />
          </div>
        </div>
      ))}
    </div>
  );
}
