import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { formatDateTime, timeUntil } from '../../lib/dates.ts';
import { useMinute } from '../../lib/use-minute.ts';
import { faucetQuery } from './faucet-query.ts';

export function NextClaim({ nextClaimAt }: { nextClaimAt: string | null }) {
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
