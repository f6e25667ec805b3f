// One request: what was asked, what was missing, and the one thing to do.
import type { ApiKey, Environment } from '@ballast/contract/keys/api-keys';
import { listRequests, outcomeNames, type RequestRow } from '@ballast/contract/requests/requests';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown, ChevronUp, SearchX } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { EnvironmentBadge } from '../../../domain/environment-badge.tsx';
import { formatDate, formatSecond } from '../../../lib/dates.ts';
import { failureMessage } from '../../../lib/failure-message.ts';
import { formatNumber } from '../../../lib/numbers.ts';
import { call } from '../../../session/api.ts';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { RetryBanner } from '../../../ui/feedback/banner.tsx';
import { LoadingText, useDelayedLoading } from '../../../ui/feedback/loading.tsx';
import { Sheet } from '../../../ui/overlays/sheet.tsx';
import { useDialog } from '../../../ui/overlays/use-dialog.ts';
import { CopyButton } from '../../../ui/text/copy-button.tsx';
import { TextButton, TextLink } from '../../../ui/text/link.tsx';
import { keyQuery } from '../keys-query.ts';
import type { KeyModal } from '../modals/key-modals.tsx';
import { LazyKeyModals } from '../modals/load-on-demand.ts';
import { OutcomeMark } from './outcome-mark.tsx';
import type { RequestAddress } from './request-address.ts';
import { RequestAdvice } from './request-advice.tsx';
import { type Filters, isId } from './request-filters.ts';
import { requestLine, titleOf } from './request-words.ts';

type RequestPanelProps = {
  address: RequestAddress;
  rows: RequestRow[];
  withKey: boolean;
  // A request that was opened by its address brings its environment along.
  showEnvironment?: ((environment: Environment) => void) | undefined;
};

// A row of the list is there at once. A link may name one that the list has not.
const useOpened = (id: string | null, rows: RequestRow[]) => {
  const listed = rows.find((row) => row.id === id);
  const isWanted = id !== null && isId(id) && !listed;
  const query = useQuery({
    queryKey: ['request', id],
    queryFn: () => call(listRequests, { query: { id: id ?? '' } }),
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return {
    row: listed ?? query.data?.[0],
    isLoading: isWanted && query.isPending,
    failure: query.error,
    retry: () => void query.refetch(),
  };
};

export function RequestPanel({ address, rows, ...shared }: RequestPanelProps) {
  const { opened, open, close } = address;
  // While the panel slides away it still shows what it showed.
  const [last, setLast] = useState(opened);
  if (opened && opened !== last) setLast(opened);
  const shown = opened ?? last;
  const place = rows.findIndex(({ id }) => id === shown);
  const go = (by: number) => {
    const row = rows[place + by];
    if (row) open(row.id);
  };
  return (
    <Sheet
      open={opened !== null}
      onClose={close}
      onClosed={() => setLast(null)}
      side="right"
      closeLabel="Close request"
      title={<span className="text-section">Request</span>}
      beside={
        <div className="flex">
          <IconButton
            aria-label="Newer request"
            tooltipSide="bottom"
            icon={<ChevronUp />}
            disabled={place < 1}
            onClick={() => go(-1)}
          />
          <IconButton
            aria-label="Older request"
            tooltipSide="bottom"
            icon={<ChevronDown />}
            disabled={place < 0 || place >= rows.length - 1}
            onClick={() => go(1)}
          />
        </div>
      }
    >
      {shown && <Opened key={shown} id={shown} address={address} rows={rows} {...shared} />}
    </Sheet>
  );
}

function Opened({ id, rows, ...shared }: RequestPanelProps & { id: string }) {
  const { row, isLoading, failure, retry } = useOpened(id, rows);
  const showsLoading = useDelayedLoading(isLoading);
  if (row) return <Details row={row} {...shared} />;
  if (failure)
    return <RetryBanner message={failureMessage(failure, 'Failed to load this request')} onRetry={retry} />;
  if (isLoading) return showsLoading ? <LoadingText>Loading request...</LoadingText> : null;
  return (
    <div className="flex flex-col items-start gap-1 px-1">
      <SearchX className="mb-2 size-5 text-text-3" />
      <h2 className="text-section">This request doesn’t exist</h2>
      <p className="text-body text-pretty text-text-2">
        It’s no longer kept, or it belongs to another account.
      </p>
    </div>
  );
}

type DetailsProps = Omit<RequestPanelProps, 'rows'> & { row: RequestRow };

function Details({ row, address, withKey, showEnvironment }: DetailsProps) {
  const { id, at, outcome, weight } = row;
  const { data: keys } = useQuery(keyQuery(row.keyId));
  const { key, content, show, ...dialog } = useDialog<KeyModal>();
  const apiKey = keys && (keys[0] ?? null);
  useEffect(() => showEnvironment?.(row.environment), [row.environment]);
  return (
    <div className="flex flex-col gap-5 px-1 pb-4">
      <div>
        <h2 className="flex items-center gap-2.5 text-title-small">
          <OutcomeMark outcome={outcome} />
          {titleOf(row)}
        </h2>
        <p className="mt-1 flex flex-wrap items-center gap-x-2.5 gap-y-1 text-small text-text-2 tabular-nums">
          <time dateTime={at}>
            {formatDate(at)}, {formatSecond(at)}
          </time>
          <EnvironmentBadge environment={row.environment} />
        </p>
      </div>
      {apiKey !== undefined && (
        <RequestAdvice row={row} apiKey={apiKey} onAction={(kind, of) => show({ kind, apiKey: of })} />
      )}
      <Facts row={row} apiKey={apiKey} address={address} withKey={withKey} />
      {weight > 1 && (
        <p className="text-small text-pretty text-text-3">
          This row represents {formatNumber(weight)} requests. When many come in the same second, we keep a
          sample.
        </p>
      )}
      <div className="flex items-center justify-between gap-3 border-t border-line pt-3">
        <span className="text-small text-text-2">Link to this request</span>
        <CopyButton
          value={`${window.location.origin}${address.linkBase}${id}`}
          subject="link to this request"
        />
      </div>
      {content && <LazyKeyModals key={key} dialog={{ ...dialog, content }} environment={row.environment} />}
    </div>
  );
}

type FactsProps = DetailsProps & { apiKey: ApiKey | null | undefined };

function Facts({ row, apiKey, address, withKey }: FactsProps) {
  const { keyId, keyName, requestId, userAgent, scope } = row;
  const line = requestLine(row);
  const only = (filters: Partial<Filters>) => address.showOnly(filters);
  return (
    <dl className="flex flex-col">
      <Fact name="Outcome">{outcomeNames[row.outcome]}</Fact>
      <Fact name="Request" mono={line !== ''}>
        {line || <span className="text-text-3">Not reported by the gateway</span>}
      </Fact>
      {scope && (
        <Fact name="Scope needed" mono>
          {scope.split(' ').join(', ')}
        </Fact>
      )}
      {withKey && (
        <Fact name="Key">
          {apiKey === null ? (
            `${keyName} (deleted)`
          ) : (
            <TextLink href={`/dashboard/keys/${keyId}?section=requests`}>{keyName}</TextLink>
          )}
        </Fact>
      )}
      <Fact
        name="Address"
        mono={row.address !== ''}
        action={row.address && <Only onClick={() => only({ address: row.address })} of="this address" />}
      >
        {row.address || <span className="text-text-3">Unknown</span>}
      </Fact>
      <Fact
        name="Agent"
        action={userAgent && <Only onClick={() => only({ agent: userAgent })} of="this agent" />}
      >
        {userAgent || <span className="text-text-3">None sent</span>}
      </Fact>
      <Fact name="Request ID" mono action={<CopyButton value={requestId} subject="request ID" />}>
        {requestId}
      </Fact>
    </dl>
  );
}

function Only({ of, onClick }: { of: string; onClick: () => void }) {
  return (
    <TextButton variant="quiet" className="flex-none text-small whitespace-nowrap" onClick={onClick}>
      Show all<span className="sr-only"> requests from {of}</span>
    </TextButton>
  );
}

type FactProps = { name: string; mono?: boolean; action?: ReactNode; children: ReactNode };

function Fact({ name, mono, action, children }: FactProps) {
  return (
    <div className="flex items-start gap-3 border-t border-line py-2.5 first:border-t-0">
      <dt className="w-28 flex-none text-small text-text-3">{name}</dt>
      <dd
        className={
          mono
            ? 'min-w-0 flex-1 font-mono text-mono wrap-anywhere'
            : 'min-w-0 flex-1 text-small wrap-anywhere'
        }
      >
        {children}
      </dd>
      {action && <dd className="flex-none">{action}</dd>}
    </div>
  );
}
