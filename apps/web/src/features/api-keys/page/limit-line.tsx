// The limit of a key beside its bars, which count requests over a longer time than a second.
import type { KeyUsage } from '@ballast/contract/keys/key-usage';
import { requestsOf } from '@ballast/contract/keys/key-usage';
import { formatNumber } from '../../../lib/numbers.ts';
import { stepInWords } from '../usage/usage-words.ts';
import { isLimitShown, limitOf } from './usage-axis.ts';

type Place = { x: number; y: number; width: number };
type LimitLabelProps = { rateLimit: number; viewBox?: Place };

// The chart says where its line is. The letters stand out from bars behind them.
export function LimitLabel({ rateLimit, viewBox }: LimitLabelProps) {
  if (!viewBox) return null;
  return (
    <text
      x={viewBox.x + viewBox.width}
      y={viewBox.y - 6}
      textAnchor="end"
      fontSize={12}
      fill="var(--text-2)"
      stroke="var(--surface)"
      strokeWidth={4}
      paintOrder="stroke"
    >
      {limitName(rateLimit)}
    </text>
  );
}

const limitName = (rateLimit: number) => `${formatNumber(rateLimit)} req/s limit`;

type LimitNoteProps = { usage: KeyUsage; rateLimit: number };

// A bar is an average, so a burst within it may have met the limit.
export function LimitNote({ usage: { buckets, bucketSeconds, total }, rateLimit }: LimitNoteProps) {
  const limit = limitOf(rateLimit, bucketSeconds);
  const isShown = isLimitShown(limit, Math.max(0, ...buckets.map(requestsOf)));
  const step = stepInWords(bucketSeconds);
  const looks = step.endsWith('s') ? 'look' : 'looks';
  const perSecond = formatNumber(rateLimit);
  return (
    <>
      {isShown
        ? `The dashed line is the ${limitName(rateLimit)} (${formatNumber(limit)} requests per ${step}).`
        : `${perSecond} req/s is ${formatNumber(limit)} per ${step}.`}
      {(!isShown || total.limited > 0) &&
        ` Bursts above ${perSecond} in a second are rate limited, even when the ${step} ${looks} low.`}
    </>
  );
}
