// What repeats, as one line each. A group opens to its rows.
import { groupRequests, listRequests, type RequestGroup } from '@ballast/contract/requests/requests';
import { useQuery } from '@tanstack/react-query';
import { ChevronRight, Layers } from 'lucide-react';
import { useId, useState } from 'react';
import { formatSeconds } from '../../../lib/dates.ts';
import { failureMessage } from '../../../lib/failure-message.ts';
import { timings } from '../../../lib/timings.ts';
import { call } from '../../../session/api.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { RetryBanner } from '../../../ui/feedback/banner.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { LoadingText, useDelayedLoading } from '../../../ui/feedback/loading.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { OutcomeMark } from './outcome-mark.tsx';
import type { RequestAddress } from './request-address.ts';
import type { Filters, RequestQuery } from './request-filters.ts';
import { RequestTable } from './request-table.tsx';
import { dayOf, timesOf, titleOf } from './request-words.ts';

type RequestGroupsProps = { query: RequestQuery; address: RequestAddress; isLive: boolean; withKey: boolean };

export function RequestGroups({ query, address, isLive, withKey }: RequestGroupsProps) {
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['request-groups', query],
    queryFn: () => call(groupRequests, { query }),
    refetchInterval: isLive && timings.requestGroupsPollMs,
  });
  const showsLoading = useDelayedLoading(isPending);
  if (!data && error)
    return (
      <RetryBanner
        message={failureMessage(error, 'Failed to load requests')}
        onRetry={() => void refetch()}
      />
    );
  if (!data) return showsLoading ? <LoadingText>Loading requests...</LoadingText> : null;
  if (!data.length) return <EmptyState icon={<Layers />} title="No requests to group" />;
  return (
    <Card className="overflow-hidden">
      <ul aria-label="Groups of requests" className="divide-y divide-line">
        {data.map((group) => (
          <Group key={keyOf(group)} group={group} address={address} withKey={withKey} />
        ))}
      </ul>
    </Card>
  );
}

const keyOf = ({ reason, outcome, keyId, address, userAgent }: RequestGroup) =>
  JSON.stringify([reason, outcome, keyId, address, userAgent]);

type GroupProps = { group: RequestGroup; address: RequestAddress; withKey: boolean };

function Group({ group, address, withKey }: GroupProps) {
  const { outcome, count, userAgent, firstAt, lastAt, keyName } = group;
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <li>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
        className="flex w-full items-start gap-2.5 px-4 py-3 text-left text-small transition-colors hover:bg-hover md:items-center md:px-5"
      >
        <ChevronRight
          className={`mt-0.5 size-3.5 flex-none text-text-3 transition-transform md:mt-0 ${isOpen ? 'rotate-90' : ''}`}
        />
        <OutcomeMark outcome={outcome} />
        <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2 gap-y-0.5 tabular-nums">
          <span className="font-medium text-text">{titleOf(group)}</span>
          <Fact>{timesOf(count)}</Fact>
          {userAgent && <Fact short>{userAgent}</Fact>}
          {group.address && <Fact mono>{group.address}</Fact>}
          {withKey && <Fact>{keyName}</Fact>}
          <Fact>{[dayOf(lastAt), formatSeconds(firstAt, lastAt)].filter(Boolean).join(', ')}</Fact>
        </span>
      </button>
      {isOpen && (
        <div id={id} className="border-t border-line bg-canvas px-3 py-3 md:px-5">
          <GroupRows group={group} address={address} withKey={withKey} />
        </div>
      )}
    </li>
  );
}

// A dot before each but the first, as in a sentence of facts.
function Fact({ mono, short, children }: { mono?: boolean; short?: boolean; children: string }) {
  return (
    <span className="flex min-w-0 items-baseline text-text-2">
      <span aria-hidden="true" className="mr-2 flex-none text-text-3">
        ·
      </span>
      <span
        className={cx(
          'min-w-0',
          short ? 'max-w-64 truncate' : 'wrap-anywhere',
          mono && 'font-mono text-mono',
        )}
        title={short ? children : undefined}
      >
        {children}
      </span>
    </span>
  );
}

const shownRows = 20;

const endOf = (lastAt: string) => new Date(Date.parse(lastAt) + 1).toISOString();

const filtersOf = ({
  outcome,
  reason,
  keyId,
  address,
  userAgent,
  firstAt,
  lastAt,
}: RequestGroup): Partial<Filters> => ({
  outcome,
  key: keyId,
  address,
  agent: userAgent,
  from: firstAt,
  to: endOf(lastAt),
  ...(reason && { reason }),
});

function GroupRows({ group, address, withKey }: GroupProps) {
  const { outcome, reason, keyId, userAgent, firstAt, lastAt } = group;
  const query = {
    ...{ outcome, keyId, from: firstAt, to: endOf(lastAt), limit: shownRows },
    ...(reason && { reason }),
    ...(group.address && { address: group.address }),
    ...(userAgent && { userAgent }),
  };
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['request-group', query],
    queryFn: () => call(listRequests, { query }),
  });
  const showsLoading = useDelayedLoading(isPending);
  if (!data && error)
    return (
      <RetryBanner
        message={failureMessage(error, 'Failed to load requests')}
        onRetry={() => void refetch()}
      />
    );
  if (!data) return showsLoading ? <LoadingText>Loading requests...</LoadingText> : <div className="h-10" />;
  return (
    <div className="flex flex-col items-start gap-3">
      <div className="w-full">
        <RequestTable
          label={`${titleOf(group)}, ${timesOf(group.count)}`}
          rows={data}
          withKey={withKey}
          linkBase={address.linkBase}
          opened={address.opened}
          onOpen={address.open}
        />
      </div>
      {data.length === shownRows && (
        <Button size="small" onClick={() => address.showOnly(filtersOf(group))}>
          Show All in the List
        </Button>
      )}
    </div>
  );
}
