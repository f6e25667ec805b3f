import type { ApiKey } from '@ballast/contract/keys/api-keys';
import { formatDateTime } from '../../../lib/dates.ts';
import { Banner } from '../../../ui/feedback/banner.tsx';

// What the owner has to do something about.
export function KeyNotices({ apiKey }: { apiKey: ApiKey }) {
  const { status, expiresAt } = apiKey;
  if (status !== 'EXPIRED') return null;
  return (
    <Banner variant="bad">
      This key expired on {formatDateTime(expiresAt)}. Requests with it are refused. A later day under
      Restrictions brings it back.
    </Banner>
  );
}
