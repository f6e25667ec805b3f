// The chart of a key, the sums above it, and how to read it.
import type { ApiKey } from '@ballast/contract/keys/api-keys';
import { type KeyUsage, requestsOf, type UsageBucket } from '@ballast/contract/keys/key-usage';
import { ChartColumnStacked, Table2, ZoomOut } from 'lucide-react';
import { useState } from 'react';
import { formatNumber } from '../../../lib/numbers.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { outcomes } from '../usage/outcomes.ts';
import type { UsageView } from '../usage/usage-query.ts';
import { endOfBucket, windowLabels } from '../usage/usage-words.ts';
import { LimitNote } from './limit-line.tsx';
import { OutcomeSwatch } from './outcome-texture.tsx';
import { useOpenRequests } from './requests-link.tsx';
import { UsageBars } from './usage-bars.tsx';
import { UsageTable } from './usage-tables.tsx';

type UsageCardProps = { apiKey: ApiKey; usage: KeyUsage; view: UsageView; show: (view: UsageView) => void };

export function UsageCard({ apiKey, usage, view, show }: UsageCardProps) {
  const { rateLimit } = apiKey;
  const { bucketSeconds } = usage;
  const { window, from } = view;
  const [asTable, setAsTable] = useState(false);
  const isPart = from !== undefined;
  const openRequests = useOpenRequests(apiKey, bucketSeconds);
  const resetZoom = () => isPart && show({ window });
  const zoom = ([first, ...others]: UsageBucket[]) => {
    const last = others.at(-1);
    if (first && last) show({ window, from: first.start, to: endOfBucket(last, bucketSeconds) });
  };
  return (
    <>
      <Card className="px-4 py-4 md:px-5">
        <div className="mb-1 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <Legend usage={usage} isPart={isPart} />
          <div className="-mx-2.5 flex flex-wrap">
            {isPart && (
              <Button size="small" variant="ghost" icon={<ZoomOut />} onClick={resetZoom}>
                Reset zoom
              </Button>
            )}
            <Button
              size="small"
              variant="ghost"
              aria-pressed={asTable}
              icon={asTable ? <ChartColumnStacked /> : <Table2 />}
              onClick={() => setAsTable(!asTable)}
            >
              {asTable ? 'Hide table' : 'Show as table'}
            </Button>
          </div>
        </div>
        <UsageBars
          usage={usage}
          rateLimit={rateLimit}
          isPart={isPart}
          onOpen={openRequests}
          onZoom={zoom}
          onResetZoom={resetZoom}
        />
        <p className="mt-2 text-caption text-pretty text-text-3">
          Drag to zoom, or select a bar to see its requests. <LimitNote usage={usage} rateLimit={rateLimit} />
        </p>
      </Card>
      {asTable && <UsageTable apiKey={apiKey} usage={usage} />}
    </>
  );
}

function Legend({ usage: { total, window }, isPart }: { usage: KeyUsage; isPart: boolean }) {
  return (
    <dl className="flex flex-wrap items-center gap-x-4 gap-y-1 text-small tabular-nums">
      <div className="flex gap-1.5">
        <dt className="text-text-2">{isPart ? 'Requests' : `Requests, ${windowLabels[window]}`}</dt>
        <dd className="text-text">{formatNumber(requestsOf(total))}</dd>
      </div>
      {outcomes.map(({ kind, label, colour }) => (
        <div key={kind} className="flex items-center gap-1.5">
          <dt className="flex items-center gap-1.5 text-text-2">
            <OutcomeSwatch kind={kind} colour={colour} />
            {label}
          </dt>
          <dd className="text-text">{formatNumber(total[kind])}</dd>
        </div>
      ))}
    </dl>
  );
}
