import type { ApiKey } from '@ballast/contract/keys/api-keys';
import { formatDate, formatDateTime } from '../../lib/dates.ts';
import { Banner } from '../../ui/feedback/banner.tsx';

// Somebody found the key in public. It stays until the value that was found passes no more.
export function LeakBanner({ apiKey, onRotate }: { apiKey: ApiKey; onRotate: () => void }) {
  const { leakedAt, previous } = apiKey;
  if (!leakedAt) return null;
  const found = `was found in public on ${formatDate(leakedAt)}.`;
  if (previous)
    return (
      <Banner variant="bad">
        The old value of this key {found} It passes until {formatDateTime(previous.endsAt)}: put the new value
        into use, then end the old one.
      </Banner>
    );
  return (
    <Banner variant="bad" action={{ label: 'Rotate', onClick: onRotate }}>
      This key {found} Whoever has it can use it. Rotate it, and take it out of where it was found.
    </Banner>
  );
}
