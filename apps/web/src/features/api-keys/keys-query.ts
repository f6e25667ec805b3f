// An environment's keys have this query, and these changes to its cache.
import { type ApiKey, type Environment, listKeys } from '@ballast/contract/api-keys';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { timings } from '../../lib/timings.ts';
import { call } from '../../session/api.ts';

export const loadingFailed = 'Failed to load API keys';

export const keysQuery = (environment: Environment) =>
  queryOptions({
    queryKey: ['api-keys', environment],
    queryFn: () => call(listKeys, { query: { environment } }),
    // Keys are used and requests for higher limits reviewed while the page is open.
    refetchInterval: timings.usagePollMs,
  });

type Change = (keys: ApiKey[]) => ApiKey[];

// Shows a change at once and then fetches the list again. A fetch that is already under way may answer with the list
// before the change, so it is cancelled first.
export const useChangeKeys = (environment: Environment) => {
  const client = useQueryClient();
  const { queryKey } = keysQuery(environment);
  return async (change: Change) => {
    await client.cancelQueries({ queryKey });
    client.setQueryData(queryKey, (keys) => keys && change(keys));
    client.invalidateQueries({ queryKey });
  };
};

export const replaceKey =
  (next: ApiKey): Change =>
  (keys) =>
    keys.map((key) => (key.id === next.id ? next : key));
