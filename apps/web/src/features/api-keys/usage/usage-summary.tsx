import type { Environment } from '@ballast/contract/keys/api-keys';
import { type EnvironmentUsage, requestsOf, type UsageWindow } from '@ballast/contract/keys/key-usage';
import { useQuery } from '@tanstack/react-query';
import { formatNumber } from '../../../lib/numbers.ts';
import { Chips } from '../../../ui/actions/chips.tsx';
import { cx } from '../../../ui/cx.ts';
import { Skeleton, useDelayedLoading } from '../../../ui/feedback/loading.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { TextButton } from '../../../ui/text/link.tsx';
import { outcomes } from './outcomes.ts';
import { UsageChart } from './usage-chart.tsx';
import { usageQuery } from './usage-query.ts';
import { windowLabels } from './usage-words.ts';

type UsageSummaryProps = {
  environment: Environment;
  used: boolean;
  window: UsageWindow;
  onWindow: (window: UsageWindow) => void;
};

const windows: UsageWindow[] = ['24h', '30d'];
const options = windows.map((value) => ({ value, label: windowLabels[value] }));

export function UsageSummary({ environment, used, window, onWindow }: UsageSummaryProps) {
  const { data, isError, isPending, refetch } = useQuery(usageQuery(environment, window));
  const loading = useDelayedLoading(isPending);
  return (
    <Card className={cx('px-4 py-3 md:px-5', used ? usedHeightClass : summaryHeightClass)}>
      <section aria-label="Usage of all keys" className="flex flex-wrap items-center gap-x-6 gap-y-2.5">
        {data && <Sum {...data} />}
        {!data && isError && (
          <p className="flex-1 text-small text-text-2">
            Usage could not be loaded. <TextButton onClick={() => refetch()}>Retry</TextButton>
          </p>
        )}
        {!data && !isError && <SumSkeleton hidden={!loading} />}
        <div className="ml-auto md:order-1">
          <Chips label="Usage of the last" options={options} value={window} onChange={onWindow} />
        </div>
        {data && <Chart {...data} />}
      </section>
    </Card>
  );
}

function Sum({ total, window }: EnvironmentUsage) {
  const requests = requestsOf(total);
  return (
    <dl className="md:w-42">
      <dt className="text-caption text-text-3">All requests, {windowLabels[window]}</dt>
      <dd className="mt-0.5 text-small text-text tabular-nums">
        {requests ? formatNumber(requests) : 'No requests yet'}
      </dd>
    </dl>
  );
}

function Chart({ total, buckets, window }: EnvironmentUsage) {
  return (
    <>
      <UsageChart total={total} buckets={buckets} window={window} className="h-7 w-full md:w-60" />
      {requestsOf(total) > 0 && (
        <dl className="flex flex-wrap gap-x-4 gap-y-1 text-caption text-text-2 tabular-nums">
          {outcomes.map(({ kind, label, colour }) => (
            <div key={kind} className="flex flex-row-reverse items-center gap-1">
              <dt>{label.toLowerCase()}</dt>
              <dd className="flex items-center gap-1.5">
                <span aria-hidden="true" className="size-2 rounded-[2px]" style={{ background: colour }} />
                {formatNumber(total[kind])}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}

// The content below keeps its place. Between narrow and wide the numbers have a line of their own.
export const summaryHeightClass = 'min-h-[100px] md:min-h-[62px]';
const usedHeightClass = 'min-h-[126px] md:min-h-[102px] min-[1270px]:min-h-[62px]';

function SumSkeleton({ hidden }: { hidden: boolean }) {
  return (
    <>
      <div className={cx('flex h-9 flex-col justify-between py-[3px] md:w-42', hidden && 'invisible')}>
        <Skeleton className="h-2.5 w-24" />
        <Skeleton className="h-3 w-10" />
      </div>
      <Skeleton className={cx('h-7 w-full max-md:order-1 md:w-60', hidden && 'invisible')} />
    </>
  );
}
