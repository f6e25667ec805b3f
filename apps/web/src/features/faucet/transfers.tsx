import { shorten } from '@ballast/contract/evm-address';
import type { Faucet, Transfer, TransferStatus } from '@ballast/contract/faucet';
import { ApiError } from '@ballast/contract/http/client';
import type { UseQueryResult } from '@tanstack/react-query';
import { CircleAlert, Droplets } from 'lucide-react';
import { failureMessage } from '../../lib/failure-message.ts';
import { endSession } from '../../session/session-state.ts';
import { Banner, RetryBanner } from '../../ui/feedback/banner.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { LoadingText, Skeleton, useDelayedLoading } from '../../ui/feedback/loading.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Ago } from '../../ui/text/ago.tsx';
import { Badge } from '../../ui/text/badge.tsx';
import { CopyButton } from '../../ui/text/copy-button.tsx';
import { loadingFailed } from './faucet-query.ts';

export function Transfers({ faucet }: { faucet: UseQueryResult<Faucet> }) {
  const { data, error, isPending, refetch } = faucet;
  const loading = useDelayedLoading(isPending);
  const transfers = loading ? undefined : data?.transfers;
  return (
    <section aria-labelledby="last-transfers" className="flex min-w-0 flex-col gap-3">
      <h2 id="last-transfers" className="text-section">
        Recent transfers
      </h2>
      {error && !loading && <FaucetFailure error={error} onRetry={() => refetch()} />}
      {loading && <TransfersLoading />}
      {transfers?.length === 0 && (
        <EmptyState icon={<Droplets />} title="No transfers yet" text="Tokens you request show up here." />
      )}
      {transfers && transfers.length > 0 && (
        <Card>
          <ul aria-labelledby="last-transfers" className="divide-y divide-line">
            {transfers.map((transfer) => (
              <TransferItem key={transfer.id} transfer={transfer} />
            ))}
          </ul>
        </Card>
      )}
    </section>
  );
}

// A refused faucet call does not end the session here, so the way to a new one is offered.
function FaucetFailure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const message = failureMessage(error, loadingFailed);
  if (!(error instanceof ApiError && error.status === 401))
    return <RetryBanner message={message} onRetry={onRetry} />;
  return (
    <Banner variant="bad" action={{ label: 'Sign In', onClick: endSession }}>
      {message}
    </Banner>
  );
}

function TransfersLoading() {
  return (
    <>
      <LoadingText>Loading transfers...</LoadingText>
      <Card className="flex flex-col gap-3 p-5">
        <Skeleton className="h-3.5 w-32" />
        <Skeleton className="h-3 w-60" />
      </Card>
    </>
  );
}

const statusNames: Record<TransferStatus, string> = {
  PENDING: 'Pending',
  SENT: 'Sent',
  COMPLETED: 'Completed',
  FAILED: 'Failed',
};

function TransferItem({ transfer }: { transfer: Transfer }) {
  const { amount, token, address, status, reason, createdAt } = transfer;
  return (
    <li className="flex flex-col gap-1.5 px-4 py-3.5 md:px-5">
      <div className="flex items-center justify-between gap-3">
        <h3 className="min-w-0 text-body font-medium text-text tabular-nums wrap-anywhere">
          {amount} {token}
        </h3>
        <Badge variant={status === 'COMPLETED' ? 'accent' : 'neutral'}>{statusNames[status]}</Badge>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-small text-text-2">
        {address ? <Address address={address} /> : <span>To your sandbox balance</span>}
        <span className="text-text-3">
          <Ago moment={createdAt} />
        </span>
      </div>
      {reason && <Reason failed={status === 'FAILED'}>{reason}</Reason>}
    </li>
  );
}

function Address({ address }: { address: string }) {
  return (
    <span className="inline-flex items-center gap-1">
      To{' '}
      <span className="font-mono text-mono text-text" title={address}>
        <span aria-hidden="true">{shorten(address)}</span>
        <span className="sr-only">{address}</span>
      </span>
      <CopyButton value={address} subject={`address ${shorten(address)}`} />
    </span>
  );
}

function Reason({ failed, children }: { failed: boolean; children: string }) {
  return (
    <p className="flex items-start gap-2 text-small text-pretty text-text-2">
      {failed && <CircleAlert className="mt-0.5 size-4 flex-none text-danger" />}
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </p>
  );
}
