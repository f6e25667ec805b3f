import type { Faucet } from '@ballast/contract/faucet';
import { ApiError } from '@ballast/contract/http/client';
import type { UseQueryResult } from '@tanstack/react-query';
import { Droplets } from 'lucide-react';
import { failureMessage } from '../../lib/failure-message.ts';
import { endSession } from '../../session/session-state.ts';
import { Banner, RetryBanner } from '../../ui/feedback/banner.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { LoadingText, Skeleton, useDelayedLoading } from '../../ui/feedback/loading.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { loadingFailed } from './faucet-query.ts';
import { TransferItem } from './transfer-item.tsx';

export function Transfers({ faucet }: { faucet: UseQueryResult<Faucet> }) {
  const { data, error, isPending, refetch } = faucet;
  const loading = useDelayedLoading(isPending);
  const transfers = loading ? undefined : data?.transfers;
  return (
    <section aria-labelledby="last-transfers" className="flex min-w-0 flex-col gap-3">
      <h2 id="last-transfers" className="text-section">
        Last transfers
      </h2>
      {error && !loading && <FaucetFailure error={error} onRetry={() => refetch()} />}
      {loading && <TransfersLoading />}
      {transfers?.length === 0 && (
        <EmptyState
          icon={<Droplets />}
          title="No transfers yet"
          text="Request tokens from the command line and they show up here."
        />
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
