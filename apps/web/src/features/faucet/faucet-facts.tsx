import type { Faucet } from '@ballast/contract/faucet';
import { faucetLimits } from '@ballast/contract/faucet-limits';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { formatDateTime, timeUntil } from '../../lib/dates.ts';
import { useMinute } from '../../lib/use-minute.ts';
import { Skeleton } from '../../ui/feedback/loading.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { faucetQuery } from './faucet-query.ts';

export function FaucetFacts({ faucet, isPending }: { faucet: Faucet | undefined; isPending: boolean }) {
  return (
    <Card className="px-4 py-1 md:px-5">
      <dl className="grid grid-cols-2 gap-x-4 divide-line md:grid-cols-3 lg:block lg:divide-y">
        <Fact label="Amount">{faucetLimits.amount} tokens per request</Fact>
        <Fact label="Frequency">Once every {faucetLimits.pauseHours} hours</Fact>
        <Fact label="Environment">Sandbox only</Fact>
        {isPending && (
          <Fact label="Next request">
            <Skeleton className="my-1 h-3.5 w-28" />
          </Fact>
        )}
        {faucet && (
          <Fact label="Next request">
            <NextClaim nextClaimAt={faucet.nextClaimAt} />
          </Fact>
        )}
        {faucet && faucet.balance !== null && (
          <Fact label="Sandbox balance">
            {faucet.balance.toLocaleString('en-US')} {faucet.token}
          </Fact>
        )}
      </dl>
    </Card>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="py-3">
      <dt className="text-caption text-text-3">{label}</dt>
      <dd className="mt-0.5 text-body font-medium text-text tabular-nums wrap-anywhere">{children}</dd>
    </div>
  );
}

function NextClaim({ nextClaimAt }: { nextClaimAt: string | null }) {
  useMinute();
  const client = useQueryClient();
  useEffect(() => {
    if (!nextClaimAt) return;
    const timer = setTimeout(
      () => client.invalidateQueries({ queryKey: faucetQuery.queryKey }),
      Math.max(0, Date.parse(nextClaimAt) - Date.now()) + 500,
    );
    return () => clearTimeout(timer);
  }, [client, nextClaimAt]);

  if (!nextClaimAt) return 'Available now';
  return (
    <>
      <span className="block">{sentence(timeUntil(nextClaimAt))}</span>
      <time dateTime={nextClaimAt} className="text-small font-normal text-text-2">
        {formatDateTime(nextClaimAt)}
      </time>
    </>
  );
}

const sentence = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
