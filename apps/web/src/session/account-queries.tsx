// The cache of what was fetched for one account.
import { ApiError } from '@ballast/contract/client';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

// What the server refuses it refuses again; only its absence is worth another try.
const worthRetrying = (failures: number, error: Error) =>
  failures < 2 && !(error instanceof ApiError && error.status >= 400 && error.status < 500);

// The portal may run on this very machine, so a browser that believes to be offline still asks.
const networkMode = 'always';

// Needs the account's id as its key: another account must not see what was fetched for this one.
export function AccountQueries({ children }: { children: ReactNode }) {
  const [client] = useState(
    () =>
      new QueryClient({
        defaultOptions: { queries: { retry: worthRetrying, networkMode }, mutations: { networkMode } },
      }),
  );
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
