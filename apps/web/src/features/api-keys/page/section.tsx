import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { failureMessage } from '../../../lib/failure-message.ts';
import { RetryBanner } from '../../../ui/feedback/banner.tsx';
import { LoadingText, Skeleton, useDelayedLoading } from '../../../ui/feedback/loading.tsx';
import { Card } from '../../../ui/layout/card.tsx';

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

type ListSectionProps<Item> = Omit<SectionProps, 'children'> & {
  query: UseQueryResult<Item[]>;
  loading: string;
  failed: string;
  empty: ReactNode;
  children: (items: Item[]) => ReactNode;
};

export function ListSection<Item>(props: ListSectionProps<Item>) {
  const { query, loading, failed, empty, children, ...section } = props;
  const { data, isPending } = query;
  const showsLoading = useDelayedLoading(isPending);
  return (
    <Section {...section}>
      {showsLoading && <LoadingText>{loading}</LoadingText>}
      <LoadFailure query={query} failed={failed} />
      {data && (data.length > 0 ? children(data) : empty)}
    </Section>
  );
}

type LoadFailureProps = { query: Pick<UseQueryResult, 'data' | 'error' | 'refetch'>; failed: string };

// What was loaded before stays in place of the failure.
export function LoadFailure({ query: { data, error, refetch }, failed }: LoadFailureProps) {
  if (!error || data) return null;
  return <RetryBanner message={failureMessage(error, failed)} onRetry={() => void refetch()} />;
}

// While the chart's code is loaded, which mostly takes no time that is seen.
export function LateUsageLoading() {
  return useDelayedLoading(true) ? <UsageLoading /> : <div className="h-95" />;
}

// As high as the chart with its head.
export function UsageLoading() {
  return (
    <div className="flex flex-col gap-3">
      <Skeleton className="my-1.5 h-4.5 w-24" />
      <Card className="px-4 py-4 md:px-5">
        <Skeleton className="h-76" />
      </Card>
    </div>
  );
}
