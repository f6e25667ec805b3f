import {
  requestsOf,
  type UsageBucket,
  type UsageCounts,
  type UsageWindow,
} from '@ballast/contract/keys/key-usage';
import { cx } from '../../../ui/cx.ts';
import { outcomes } from './outcomes.ts';
import { bucketInWords, usageInWords } from './usage-words.ts';

type UsageChartProps = { total: UsageCounts; buckets: UsageBucket[]; window: UsageWindow; className: string };

const height = 28;
const barWidth = 3;
const gaps: Record<UsageWindow, number> = { '1h': 1, '24h': 2, '30d': 1 };
// A bar is at least this high, so that one request is visible beside thousands.
const leastHeight = 2;
const baseline = 1.5;
const emptyBar = (x: number) => `M${x} ${height}v${-baseline}h${barWidth}v${baseline}z`;

export function UsageChart({ total, buckets, window, className }: UsageChartProps) {
  const step = barWidth + gaps[window];
  const highest = Math.max(...buckets.map(requestsOf), 1);
  // A list may have hundreds of charts of keys that nobody uses: one path instead of a hundred elements.
  const unused = requestsOf(total) === 0;
  return (
    <svg
      role="img"
      aria-label={usageInWords(total, buckets, window)}
      viewBox={`0 0 ${buckets.length * step - gaps[window]} ${height}`}
      preserveAspectRatio="none"
      className={cx('chart block', className)}
    >
      {unused ? (
        <path d={buckets.map((_, index) => emptyBar(index * step)).join('')} className="fill-line-strong" />
      ) : (
        buckets.map((bucket, index) => (
          <g key={bucket.start}>
            <title>{bucketInWords(bucket, window)}</title>
            {/* As high as the chart, so that a low bar is found by the pointer, too. */}
            <rect x={index * step} width={step} height={height} className="fill-transparent" />
            <Bar bucket={bucket} x={index * step} highest={highest} />
          </g>
        ))
      )}
    </svg>
  );
}

function Bar({ bucket, x, highest }: { bucket: UsageBucket; x: number; highest: number }) {
  const requests = requestsOf(bucket);
  if (!requests) return <path d={emptyBar(x)} className="fill-line-strong" />;
  const barHeight = Math.max((requests / highest) * height, leastHeight);
  let top = height;
  return outcomes.map(({ kind, colour }) => {
    const part = (bucket[kind] / requests) * barHeight;
    top -= part;
    return part > 0 && <rect key={kind} x={x} y={top} width={barWidth} height={part} fill={colour} />;
  });
}
