import type { ApiKey } from '@ballast/contract/keys/api-keys';
import { shownAddresses } from '@ballast/contract/keys/key-addresses';
import { type KeyUsageWindow, requestsOf, type KeyUsage as Usage } from '@ballast/contract/keys/key-usage';
import { tryingAgain } from '../../../lib/failure-message.ts';
import { shouldRetry } from '../../../session/account-queries.tsx';
import { Chips } from '../../../ui/actions/chips.tsx';
import { useLiveUsage } from '../usage/live-usage.ts';
import { spanInWords, windowLabels } from '../usage/usage-words.ts';
import { LoadFailure, Section, UsageLoading } from './section.tsx';
import { UsageCard } from './usage-card.tsx';
import { AddressTable } from './usage-tables.tsx';
import { usageWindows, useUsageView } from './use-usage-view.ts';
import { WaitingForRequest } from './waiting-for-request.tsx';

const options = usageWindows.map((value) => ({ value, label: windowLabels[value] }));

export function KeyUsage({ apiKey }: { apiKey: ApiKey }) {
  const [view, show] = useUsageView(apiKey.id);
  const { query, data } = useLiveUsage(apiKey.id, view);
  if (query.isPending) return <UsageLoading />;
  const { window, from, to } = view;
  const part = data && from && to && spanInWords(from, to, data.bucketSeconds);
  const showWindow = (next: KeyUsageWindow) => show({ window: next });
  const isUnused = data && !part && !data.lastUse && !apiKey.lastUsedAt && !requestsOf(data.total);
  return (
    <div className="flex flex-col gap-6">
      <Section
        title="Requests"
        lede={part ?? <Freshness isAway={query.isRefetchError && shouldRetry(0, query.error)} />}
        action={
          <Chips
            label="Usage of the last"
            options={options}
            value={part ? null : window}
            onChange={showWindow}
          />
        }
      >
        <LoadFailure query={query} failed="Failed to load the usage of this key" />
        {isUnused && <WaitingForRequest apiKey={apiKey} />}
        {data && !isUnused && <UsageCard apiKey={apiKey} usage={data} view={view} show={show} />}
      </Section>
      <OldKeyAddresses apiKey={apiKey} />
      {data && <Addresses {...data} />}
    </div>
  );
}

function Freshness({ isAway }: { isAway: boolean }) {
  return (
    <span aria-live="polite" className={isAway ? 'text-danger' : undefined}>
      {isAway ? tryingAgain : 'Updates within a few seconds.'}
    </span>
  );
}

function OldKeyAddresses({ apiKey: { previous } }: { apiKey: ApiKey }) {
  if (!previous?.addresses.length) return null;
  return (
    <Section
      title="Old key by address"
      lede={`Who still uses it: the top ${shownAddresses} IP addresses of the last 24 hours.`}
    >
      <AddressTable label="Requests with the old key by address" addresses={previous.addresses} />
    </Section>
  );
}

const hourSeconds = 3600;

function Addresses({ addresses, bucketSeconds }: Usage) {
  if (!addresses.length) return null;
  const inFullHours = bucketSeconds < hourSeconds ? ' Counted by the full hour.' : '';
  return (
    <Section
      title="By address"
      lede={`Top ${shownAddresses} IP addresses in this period, excluding rejected requests.${inFullHours}`}
    >
      <AddressTable label="Requests by address" addresses={addresses} />
    </Section>
  );
}
