// Each account has a query cache of its own.
import { ApiError } from '@ballast/contract/http/client';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

// The portal may run on this machine, so queries run even when the browser reports that it is offline.
const networkMode = 'always';

// Callers must pass the account's id as React key: another account must not see what was fetched for this one.
export function AccountQueries({ children }: { children: ReactNode }) {
  const [client] = useState(
    () =>
      new QueryClient({
        defaultOptions: {
          queries: { retry: shouldRetry, retryDelay, networkMode },
          mutations: { networkMode },
        },
      }),
  );
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

const repeats = 2;
const firstPauseMs = 1000;
const longestPauseMs = 5000;

// The server would refuse the same call again; only an outage is worth another try.
export const shouldRetry = (failures: number, error: Error) =>
  failures < repeats && !(error instanceof ApiError && error.status >= 400 && error.status < 500);

// A server that has too much to do says when to come back.
export const retryDelay = (failures: number, error: Error) => {
  const requestedMs = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
  return Math.max(firstPauseMs * 2 ** failures, Math.min(requestedMs, longestPauseMs));
};
