import type { Environment } from '@ballast/contract/keys/api-keys';
import {
  getKeyUsage,
  getUsage,
  type KeyUsageWindow,
  type UsageWindow,
} from '@ballast/contract/keys/key-usage';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { timings } from '../../../lib/timings.ts';
import { call } from '../../../session/api.ts';

// So many ids fit into an address of four kilobytes, which every proxy lets pass.
const idsPerCall = 100;

// It says for each key which ids the call has that asks for its usage.
export const usageGroups = (ids: string[]) => {
  const groups = new Map<string, string>();
  for (let from = 0; from < ids.length; from += idsPerCall) {
    const group = ids.slice(from, from + idsPerCall);
    for (const id of group) groups.set(id, group.join(','));
  }
  return groups;
};

export const usageOfAll = ['usage'];

// Without ids the answer has the sum of the environment and its newest keys, and is fetched again and again. Older keys
// are many, and their usage is fetched when they come into view, at most once in a while.
export const usageQuery = (environment: Environment, window: UsageWindow, ids?: string) =>
  queryOptions({
    queryKey: [...usageOfAll, environment, window, ids],
    queryFn: () => call(getUsage, { query: { environment, window, ids } }),
    refetchInterval: ids ? false : timings.usagePollMs,
    refetchOnWindowFocus: !ids,
    staleTime: ids ? timings.usagePollMs : 0,
    // The old window stays visible until the new one is loaded, so that the layout does not jump.
    placeholderData: keepPreviousData,
  });

// A window that ends now, or a part of the time.
export type UsageView = { window: KeyUsageWindow; from?: string; to?: string };

export const keyUsageQuery = (id: string, { window, from, to }: UsageView) =>
  queryOptions({
    queryKey: ['key-usage', id, window, from, to],
    queryFn: () => call(getKeyUsage, { params: { id }, query: { window, from, to } }),
    refetchInterval: timings.chartPollMs,
    placeholderData: keepPreviousData,
  });
