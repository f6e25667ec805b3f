// The chart of a key's usage. The arrow keys move along its bars, and what a bar holds is said aloud.
import type { KeyUsage, UsageBucket } from '@ballast/contract/keys/key-usage';
import { Bar, BarChart, CartesianGrid, Tooltip, XAxis, YAxis } from 'recharts';
import { formatDate } from '../../../lib/dates.ts';
import { formatNumber } from '../../../lib/numbers.ts';
import { outcomes } from '../usage/outcomes.ts';
import { bucketLabel, shortBucketLabel, usageInWords } from '../usage/usage-words.ts';
import { fillOf, OutcomePatterns, OutcomeSwatch } from './outcome-texture.tsx';

const size = { width: '100%', height: 220 } as const;
const tick = { fill: 'var(--text-3)', fontSize: 12 } as const;
const daySeconds = 24 * 3600;
// Under more hours than these the days are named, where the reader's own begin.
const hoursWithTimes = 48;
const beginsOfDays = (buckets: UsageBucket[]) =>
  buckets.map(({ start }) => start).filter((start) => new Date(start).getHours() === 0);
const shortDate = (start: string) => formatDate(start).split(',')[0] ?? '';
// A single request is seen beside thousands.
const leastHeight = 2;

export function UsageBars({ total, buckets, window, bucketSeconds }: KeyUsage) {
  const manyHours = bucketSeconds < daySeconds && buckets.length > hoursWithTimes;
  return (
    <BarChart
      responsive
      accessibilityLayer
      data={buckets}
      className="chart"
      style={size}
      margin={{ top: 8, right: 0, bottom: 0, left: 0 }}
      barCategoryGap="18%"
      aria-label={usageInWords(total, buckets, window)}
    >
      <OutcomePatterns />
      <CartesianGrid vertical={false} stroke="var(--line)" />
      <XAxis
        dataKey="start"
        tick={tick}
        tickLine={false}
        axisLine={{ stroke: 'var(--line-strong)' }}
        tickMargin={8}
        minTickGap={28}
        {...(manyHours && { ticks: beginsOfDays(buckets) })}
        tickFormatter={(start: string) =>
          manyHours ? shortDate(start) : shortBucketLabel(start, bucketSeconds)
        }
      />
      <YAxis
        tick={tick}
        tickLine={false}
        axisLine={false}
        width={44}
        allowDecimals={false}
        tickFormatter={compact}
      />
      <Tooltip
        isAnimationActive={false}
        cursor={{ fill: 'var(--hover)' }}
        content={({ active, payload }) => {
          const bucket = payload?.[0]?.payload as UsageBucket | undefined;
          return active && bucket ? <BucketTip bucket={bucket} bucketSeconds={bucketSeconds} /> : null;
        }}
      />
      {outcomes.map(({ kind }) => (
        <Bar
          key={kind}
          dataKey={kind}
          stackId="requests"
          fill={fillOf(kind)}
          maxBarSize={26}
          minPointSize={(_top, index) => (buckets[index]?.[kind] ? leastHeight : 0)}
          isAnimationActive={false}
        />
      ))}
    </BarChart>
  );
}

// It writes '1.2K'.
const compact = (value: number) =>
  new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 }).format(value);

function BucketTip({ bucket, bucketSeconds }: { bucket: UsageBucket; bucketSeconds: number }) {
  return (
    <div
      role="status"
      className="rounded-2 border border-line-strong bg-raised px-3 py-2 text-caption text-text shadow-float"
    >
      <p className="font-medium">{bucketLabel(bucket.start, bucketSeconds)}</p>
      <dl className="mt-1.5 flex flex-col gap-1 tabular-nums">
        {outcomes.map(({ kind, label, colour }) => (
          <div key={kind} className="flex items-center gap-2">
            <OutcomeSwatch kind={kind} colour={colour} />
            <dt className="text-text-2">{label}</dt>
            <dd className="ml-auto pl-4">{formatNumber(bucket[kind])}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
