import type { ApiKey } from '@ballast/contract/keys/api-keys';
import { requestsOf, type UsageCounts, type UsageWindow } from '@ballast/contract/keys/key-usage';
import { useQuery } from '@tanstack/react-query';
import { formatNumber } from '../../../lib/numbers.ts';
import { Skeleton, useDelayedLoading } from '../../../ui/feedback/loading.tsx';
import { UsageChart } from './usage-chart.tsx';
import { usageQuery } from './usage-query.ts';
import { windowLabels } from './usage-words.ts';

type KeyUsageProps = { apiKey: ApiKey; window: UsageWindow; ids: string | undefined };

export const useKeyUsage = ({ apiKey: { id, environment }, window, ids }: KeyUsageProps) =>
  useQuery({
    ...usageQuery(environment, window, ids),
    select: ({ window, keys }) => ({ window, key: keys.find(({ keyId }) => keyId === id) }),
  });

export function KeyUsage({ apiKey, window, ids }: KeyUsageProps) {
  const { lastUsedAt } = apiKey;
  const { data, isError, isPending, isPlaceholderData } = useKeyUsage({ apiKey, window, ids });
  const loading = useDelayedLoading(isPending);
  const shown = data?.key;
  const neverUsed = lastUsedAt === null && shown && !requestsOf(shown.total);
  return (
    <div className="col-span-2 grid grid-cols-[auto_1fr] content-start gap-x-4 border-t border-line pt-3 md:col-span-1 md:border-0 md:pt-0">
      <dt className="text-caption text-text-3">Requests, {windowLabels[data?.window ?? window]}</dt>
      <dd className="col-start-1 mt-0.5 min-h-4.5 text-small text-text tabular-nums">
        {neverUsed && 'No requests yet'}
        {shown && !neverUsed && formatNumber(requestsOf(shown.total))}
        {!data && isError && <span className="text-text-3">Not available</span>}
        {/* A key that was created a moment ago is in the next answer. */}
        {data && !shown && !isPlaceholderData && '0'}
        {loading && !data && <Skeleton className="my-[3px] h-3 w-10" />}
      </dd>
      <dd className="col-start-2 row-span-2 row-start-1 flex min-w-0 items-end justify-end">
        {shown && (
          <UsageChart
            total={shown.total}
            buckets={shown.buckets}
            window={data.window}
            className="h-7 w-full max-w-40 md:max-w-[118px]"
          />
        )}
      </dd>
      {shown && <BlockedRequests {...shown.total} />}
    </div>
  );
}

// Requests that did not pass are worth a look. Most keys have none, and then nothing is shown.
function BlockedRequests({ limited, refused }: UsageCounts) {
  const blocked = limited + refused;
  if (!blocked) return null;
  return (
    <dd className="col-span-2 mt-1 text-caption text-text-3 tabular-nums">{formatNumber(blocked)} blocked</dd>
  );
}
