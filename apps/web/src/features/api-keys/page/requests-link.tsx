// From a bar to the requests that it counts.
import type { ApiKey } from '@ballast/contract/keys/api-keys';
import { requestsOf, type UsageBucket } from '@ballast/contract/keys/key-usage';
import { requestDays } from '@ballast/contract/requests/requests';
import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { toSlug } from '../../../domain/environment.ts';
import { linkClass, onPlainClick } from '../../../ui/text/link.tsx';
import { endOfBucket } from '../usage/usage-words.ts';

const keptMs = requestDays * 24 * 3600 * 1000;

// Older requests are only counted, so there is nothing to list.
const addressOf = ({ id, environment }: ApiKey, bucket: UsageBucket, bucketSeconds: number) => {
  const to = endOfBucket(bucket, bucketSeconds);
  if (!requestsOf(bucket) || Date.parse(to) < Date.now() - keptMs) return null;
  const query = new URLSearchParams({ env: toSlug(environment), key: id, from: bucket.start, to });
  return `/dashboard/requests?${query}`;
};

export const useOpenRequests = (apiKey: ApiKey, bucketSeconds: number) => {
  const { history } = useRouter();
  return (bucket: UsageBucket) => {
    const address = addressOf(apiKey, bucket, bucketSeconds);
    if (address) history.push(address);
  };
};

type RequestsLinkProps = { apiKey: ApiKey; bucket: UsageBucket; bucketSeconds: number; children: ReactNode };

export function RequestsLink({ apiKey, bucket, bucketSeconds, children }: RequestsLinkProps) {
  const { history } = useRouter();
  const address = addressOf(apiKey, bucket, bucketSeconds);
  if (!address) return children;
  return (
    <a href={address} onClick={onPlainClick(() => history.push(address))} className={linkClass('quiet')}>
      {children}
    </a>
  );
}
