import type { ApiKey } from '@ballast/contract/keys/api-keys';
import { restrictionLimits } from '@ballast/contract/keys/key-restrictions';
import { formatDateTime, timeUntil } from '../../lib/dates.ts';
import { useMinute } from '../../lib/use-minute.ts';
import { Badge } from '../../ui/text/badge.tsx';

const soonMs = restrictionLimits.expiringDays * 24 * 3600 * 1000;

// What one should know of a key before it stops working. Most keys have nothing of it.
export function KeyBadges({ apiKey }: { apiKey: ApiKey }) {
  const { leakedAt, expiresAt, status } = apiKey;
  return (
    <>
      {leakedAt && (
        <span title={formatDateTime(leakedAt)} className="ml-1 flex">
          <Badge variant="bad">Leaked</Badge>
        </span>
      )}
      {expiresAt && <Expiry expiresAt={expiresAt} status={status} />}
    </>
  );
}

function Expiry({ expiresAt, status }: { expiresAt: string; status: ApiKey['status'] }) {
  useMinute();
  const left = Date.parse(expiresAt) - Date.now();
  if (status === 'EXPIRED' || left <= 0)
    return (
      <span title={formatDateTime(expiresAt)} className="ml-1 flex">
        <Badge variant="bad">Expired</Badge>
      </span>
    );
  if (left > soonMs) return null;
  return (
    <span title={formatDateTime(expiresAt)} className="ml-1 flex">
      <Badge variant="neutral">Expires {timeUntil(expiresAt)}</Badge>
    </span>
  );
}
