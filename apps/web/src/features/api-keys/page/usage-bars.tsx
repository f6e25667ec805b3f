// The chart of a key's usage. The arrow keys move along its bars, and what a bar holds is said aloud.
import { type KeyUsage, requestsOf, type UsageBucket } from '@ballast/contract/keys/key-usage';
import { Bar, BarChart, CartesianGrid, ReferenceLine, Tooltip, XAxis, YAxis } from 'recharts';
import { outcomes } from '../usage/outcomes.ts';
import { partInWords, usageInWords } from '../usage/usage-words.ts';
import { BarSelection } from './bar-selection.tsx';
import { BucketTip } from './bucket-tip.tsx';
import { LimitLabel } from './limit-line.tsx';
import { fillOf, OutcomePatterns } from './outcome-texture.tsx';
import { isLimitShown, limitOf, roundSteps, roundTimes, shortNumber } from './usage-axis.ts';
import { useBarSelection } from './use-bar-selection.ts';

const size = { width: '100%', height: 234 } as const;
const tick = { fill: 'var(--text-3)', fontSize: 12 } as const;
// The label of the limit has room above the highest bar.
const margin = { top: 22, right: 0, bottom: 0, left: 0 };
// A single request is seen beside thousands.
const leastHeight = 2;

type UsageBarsProps = {
  usage: KeyUsage;
  rateLimit: number;
  isPart: boolean;
  onOpen: (bucket: UsageBucket) => void;
  onZoom: (buckets: UsageBucket[]) => void;
  onResetZoom: () => void;
};

export function UsageBars({ usage, rateLimit, isPart, ...actions }: UsageBarsProps) {
  const { total, buckets, window, bucketSeconds } = usage;
  const { onKeyDown, status, ...selection } = useBarSelection({ buckets, bucketSeconds, ...actions });
  return (
    <fieldset
      aria-label="Chart"
      className="min-w-0"
      onKeyDownCapture={onKeyDown}
      onBlur={selection.clear}
      // A press would move the focus to what lies over the bars, and dragging would select text.
      onMouseDown={(event) => event.preventDefault()}
    >
      <BarChart
        responsive
        accessibilityLayer
        data={buckets}
        className="chart"
        style={size}
        margin={margin}
        barCategoryGap="18%"
        aria-label={
          isPart ? partInWords(total, buckets, bucketSeconds) : usageInWords(total, buckets, window)
        }
        desc={helpOnKeys}
      >
        <OutcomePatterns />
        <Axes usage={usage} rateLimit={rateLimit} />
        <Tooltip
          isAnimationActive={false}
          cursor={{ fill: 'var(--hover)' }}
          content={({ active, payload }) => {
            const bucket = payload?.[0]?.payload as UsageBucket | undefined;
            return active && bucket ? <BucketTip {...{ bucket, bucketSeconds, rateLimit }} /> : null;
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
        <BarSelection buckets={buckets} {...selection} />
      </BarChart>
      <p role="status" className="sr-only">
        {status}
      </p>
    </fieldset>
  );
}

const helpOnKeys =
  'The arrow keys move along the bars, and Enter shows the requests of a bar. Hold Shift to select several bars, and press Enter to zoom in. Escape resets the zoom.';

function Axes({ usage: { buckets, bucketSeconds }, rateLimit }: Pick<UsageBarsProps, 'usage' | 'rateLimit'>) {
  const limit = limitOf(rateLimit, bucketSeconds);
  const busiest = Math.max(0, ...buckets.map(requestsOf));
  const showsLimit = isLimitShown(limit, busiest);
  const steps = roundSteps(showsLimit ? Math.max(limit, busiest) : busiest);
  const starts = buckets.map(({ start }) => start);
  const { ticks, label } = roundTimes(starts, bucketSeconds);
  return (
    <>
      <CartesianGrid vertical={false} stroke="var(--line)" />
      <XAxis
        dataKey="start"
        tick={tick}
        tickLine={false}
        axisLine={{ stroke: 'var(--line-strong)' }}
        tickMargin={8}
        minTickGap={28}
        interval="equidistantPreserveStart"
        ticks={ticks}
        tickFormatter={label}
      />
      <YAxis
        tick={tick}
        tickLine={false}
        axisLine={false}
        width={44}
        ticks={steps}
        domain={[0, steps.at(-1) ?? 1]}
        interval={0}
        tickFormatter={shortNumber}
      />
      {showsLimit && (
        <ReferenceLine
          y={limit}
          stroke="var(--text-2)"
          strokeDasharray="5 4"
          label={<LimitLabel rateLimit={rateLimit} />}
        />
      )}
    </>
  );
}
