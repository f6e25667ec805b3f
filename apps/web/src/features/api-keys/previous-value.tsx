import type { ApiKey } from '@ballast/contract/keys/api-keys';
import { History } from 'lucide-react';
import { formatDateTime } from '../../lib/dates.ts';
import { formatNumber } from '../../lib/numbers.ts';
import { cx } from '../../ui/cx.ts';
import { Ago } from '../../ui/text/ago.tsx';
import { TextButton } from '../../ui/text/link.tsx';
import { CameFrom } from './came-from.tsx';
import { endGraceId } from './focus.ts';

type PreviousValueProps = { apiKey: ApiKey; className?: string; onEnd: () => void };

// After a rotation with a grace: until when the old value passes, and who still uses it.
export function PreviousValue({ apiKey, className, onEnd }: PreviousValueProps) {
  const { id, name, previous } = apiKey;
  if (!previous) return null;
  const { endsAt, lastUsedAt, requests24h, addresses } = previous;
  return (
    <div className={cx('flex items-start gap-2 text-small text-text-2', className)}>
      <History className="mt-0.5 size-3.5 flex-none stroke-[1.9] text-text-3" />
      <p className="min-w-0 text-pretty tabular-nums">
        The old value passes until <span className="text-text">{formatDateTime(endsAt)}</span>.{' '}
        {lastUsedAt ? (
          <>
            {formatNumber(requests24h)} {requests24h === 1 ? 'request' : 'requests'} in 24 h, last{' '}
            <Ago moment={lastUsedAt} inSentence />. <CameFrom addresses={addresses} />
          </>
        ) : (
          'Nobody has used it since.'
        )}{' '}
        <TextButton id={endGraceId(id)} aria-label={`End now: old value of ${name}`} onClick={onEnd}>
          End now
        </TextButton>
      </p>
    </div>
  );
}
