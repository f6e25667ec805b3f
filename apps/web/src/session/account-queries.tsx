// Each account has a query cache of its own.
import { ApiError } from '@ballast/contract/client';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

// The server would refuse the same call again; only an outage is worth another try.
const shouldRetry = (failures: number, error: Error) =>
  failures < 2 && !(error instanceof ApiError && error.status >= 400 && error.status < 500);

// The portal may run on this machine, so queries run even when the browser reports that it is offline.
const networkMode = 'always';

// Callers must pass the account's id as React key: another account must not see what was fetched for this one.
export function AccountQueries({ children }: { children: ReactNode }) {
  const [client] = useState(
    () =>
      new QueryClient({
        defaultOptions: { queries: { retry: shouldRetry, networkMode }, mutations: { networkMode } },
      }),
  );
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
