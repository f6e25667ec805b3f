import { requestsOf, type UsageBucket } from '@ballast/contract/keys/key-usage';
import { formatNumber } from '../../../lib/numbers.ts';
import { outcomes } from '../usage/outcomes.ts';
import { bucketLabel } from '../usage/usage-words.ts';
import { OutcomeSwatch } from './outcome-texture.tsx';

type BucketTipProps = { bucket: UsageBucket; bucketSeconds: number; rateLimit: number };

export function BucketTip({ bucket, bucketSeconds, rateLimit }: BucketTipProps) {
  const average = requestsOf(bucket) / bucketSeconds;
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
      <p className="mt-1.5 border-t border-line pt-1.5 text-text-2 tabular-nums">
        {perSecond(average)} of {formatNumber(rateLimit)} req/s on average
      </p>
    </div>
  );
}

const perSecond = (average: number) => {
  if (average === 0 || average >= 10) return formatNumber(Math.round(average));
  return average < 0.01 ? '<0.01' : String(Number(average.toFixed(average < 1 ? 2 : 1)));
};
