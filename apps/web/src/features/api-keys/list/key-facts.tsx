import type { ApiKey } from '@ballast/contract/keys/api-keys';
import type { UsageWindow } from '@ballast/contract/keys/key-usage';
import { formatDate, formatDateTime } from '../../../lib/dates.ts';
import { cx } from '../../../ui/cx.ts';
import { Fact } from '../fact.tsx';
import type { KeyAction } from '../key-modal.ts';
import { LastUsed } from '../last-used.tsx';
import { KeyUsage } from '../usage/key-usage.tsx';
import { RateLimit } from './rate-limit.tsx';

type KeyFactsProps = {
  apiKey: ApiKey;
  usageWindow: UsageWindow;
  usageIds: string | undefined;
  disabled: boolean;
  onAction: (action: KeyAction) => void;
};

export function KeyFacts({ apiKey, usageWindow, usageIds, disabled, onAction }: KeyFactsProps) {
  const { createdAt, lastUsedAt } = apiKey;
  return (
    <dl className={cx(factsClass, 'border-t border-line px-4 py-3 md:px-5')}>
      <Fact label="Rate limit" className="col-span-2 md:col-span-1">
        <RateLimit apiKey={apiKey} disabled={disabled} onAction={onAction} />
      </Fact>
      <Fact label="Created">
        <time dateTime={createdAt} title={formatDateTime(createdAt)}>
          {formatDate(createdAt)}
        </time>
      </Fact>
      <Fact label="Last used">
        <LastUsed moment={lastUsedAt} />
      </Fact>
      <KeyUsage apiKey={apiKey} window={usageWindow} ids={usageIds} />
    </dl>
  );
}

// Every card has the same columns, and so has its skeleton.
export const factsClass =
  'grid grid-cols-2 gap-x-4 gap-y-3 md:grid-cols-[minmax(150px,192px)_minmax(96px,1fr)_minmax(96px,1fr)_minmax(150px,214px)] lg:grid-cols-[309px_207px_207px_1fr] lg:gap-x-0';
