// Each account has a query cache of its own.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { retryDelay, shouldRetry } from './repeat-queries.ts';

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
