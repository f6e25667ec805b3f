import type { ApiKey } from '@ballast/contract/keys/api-keys';
import { useQuery } from '@tanstack/react-query';
import { formatDate, formatDateTime } from '../../../lib/dates.ts';
import { Card } from '../../../ui/layout/card.tsx';
import { Fact } from '../fact.tsx';
import type { KeyAction } from '../key-modal.ts';
import { useBusyKeys } from '../key-mutations.ts';
import { LastUsed } from '../last-used.tsx';
import { KeyValue } from '../list/key-value.tsx';
import { RateLimit } from '../list/rate-limit.tsx';
import { PreviousValue } from '../previous-value.tsx';
import { keyUsageQuery } from '../usage/usage-query.ts';

type KeyOverviewProps = { apiKey: ApiKey; onAction: (action: KeyAction) => void };

// What the card tells of a key, and who used it last.
export function KeyOverview({ apiKey, onAction }: KeyOverviewProps) {
  const { id, createdAt, lastUsedAt } = apiKey;
  const { rotating, deleting } = useBusyKeys();
  const lastUse = useQuery({ ...keyUsageQuery(id, '24h'), select: (usage) => usage.lastUse }).data;
  return (
    <Card>
      <div className="px-4 py-3.5 md:px-5 md:py-4">
        <KeyValue apiKey={apiKey} />
        <PreviousValue apiKey={apiKey} className="mt-2.5" onEnd={() => onAction('end-grace')} />
      </div>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 border-t border-line px-4 py-3 md:grid-cols-[309px_1fr_2fr] md:px-5">
        <Fact label="Rate limit" className="max-md:col-span-2">
          <RateLimit
            apiKey={apiKey}
            disabled={rotating.includes(id) || deleting.includes(id)}
            onAction={onAction}
          />
        </Fact>
        <Fact label="Created">
          <time dateTime={createdAt} title={formatDateTime(createdAt)}>
            {formatDate(createdAt)}
          </time>
        </Fact>
        <Fact label="Last used">
          <LastUsed moment={lastUsedAt} />
          {lastUse && (
            <span className="mt-0.5 block text-caption wrap-anywhere text-text-3">
              from {lastUse.address}
              {lastUse.userAgent && ` with ${lastUse.userAgent}`}
            </span>
          )}
        </Fact>
      </dl>
    </Card>
  );
}
