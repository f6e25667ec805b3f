// Fetches how much the keys of an environment were used. The server stores the counts some seconds after the requests.
import type { Environment } from '@ballast/contract/api-keys';
import { getUsage, type UsageWindow } from '@ballast/contract/key-usage';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { timings } from '../../../lib/timings.ts';
import { call } from '../../../session/api.ts';

export const usageQuery = (environment: Environment, window: UsageWindow) =>
  queryOptions({
    queryKey: ['usage', environment, window],
    queryFn: () => call(getUsage, { query: { environment, window } }),
    refetchInterval: timings.usagePollMs,
    // The old window stays visible until the new one is loaded, so that the layout does not jump.
    placeholderData: keepPreviousData,
  });
