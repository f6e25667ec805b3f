import { nextCursorHeader } from '@ballast/contract/http/paging';
import {
  type ApiKey,
  type Environment,
  type KeySort,
  type KeyStatus,
  keySorts,
  keyStatuses,
  listKeys,
} from '@ballast/contract/keys/api-keys';
import { type InfiniteData, infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query';
import { timings } from '../../lib/timings.ts';
import { call } from '../../session/api.ts';

export type KeyFilter = { search: string; status: KeyStatus | 'all'; sort: KeySort };

export const noFilter: KeyFilter = { search: '', status: 'all', sort: 'created' };

export const addressFilter = {
  path: '/dashboard/keys',
  usual: noFilter,
  names: { search: 'q', status: 'state', sort: 'order' },
  allowed: { status: ['all', ...keyStatuses], sort: keySorts },
};

export const isFiltered = ({ search, status, sort }: KeyFilter) =>
  search !== '' || status !== noFilter.status || sort !== noFilter.sort;

const statusNames: Record<string, string> = {
  active: 'Active',
  expiring: 'Expiring soon',
  expired: 'Expired',
  unused: 'Never used',
  limited: 'Over the limit',
};

export const statusOptions = [
  { value: 'all', label: 'All states' } as const,
  ...keyStatuses.map((value) => ({ value, label: statusNames[value] ?? value })),
];

const sortNames: Record<KeySort, string> = {
  created: 'Newest first',
  name: 'By name',
  used: 'Last used first',
};

export const sortOptions = keySorts.map((value) => ({ value, label: sortNames[value] }));

const hasName = ({ search }: KeyFilter, { name }: ApiKey) =>
  name.toLowerCase().includes(search.toLowerCase());

// A new key is active and was never used. Its place in another order comes with the next answer.
const beginsWith = (filter: KeyFilter, created: ApiKey) =>
  filter.sort === 'created' &&
  ['all', 'active', 'unused'].includes(filter.status) &&
  hasName(filter, created);

const isBefore: Record<KeySort, (one: ApiKey, other: ApiKey) => boolean> = {
  created: (one, other) => one.createdAt > other.createdAt,
  name: (one, other) => one.name.toLowerCase() < other.name.toLowerCase(),
  used: (one, other) => (one.lastUsedAt ?? '') > (other.lastUsedAt ?? ''),
};

export const loadingFailed = 'Failed to load API keys';

type KeyPage = { keys: ApiKey[]; nextCursor: string | null };
type Pages = InfiniteData<KeyPage, string | undefined>;

// A list is fetched again page by page. A very long one is left as it is: what the reader changes is shown anyway.
const mostPagesFetchedAgain = 5;
const isFetchedAgain = ({ state }: { state: { data?: unknown } }) =>
  ((state.data as Pages | undefined)?.pages.length ?? 0) <= mostPagesFetchedAgain;

export const keysOfAll = ['api-keys'];
const keysOf = (environment: Environment) => [...keysOfAll, environment];

export const keysQuery = (environment: Environment, filter = noFilter) =>
  infiniteQueryOptions({
    queryKey: [...keysOf(environment), filter],
    queryFn: async ({ pageParam: cursor }): Promise<KeyPage> => {
      const { search, status, sort } = filter;
      const query = {
        environment,
        search: search || undefined,
        status: status === 'all' ? undefined : status,
        sort,
        cursor,
      };
      const { reply, headers } = await call.withHeaders(listKeys, { query });
      return { keys: reply, nextCursor: headers.get(nextCursorHeader) };
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    // Keys are used and requests for higher limits reviewed while the page is open.
    refetchInterval: (query) => isFetchedAgain(query) && timings.usagePollMs,
    refetchOnWindowFocus: isFetchedAgain,
    refetchOnReconnect: isFetchedAgain,
    refetchOnMount: isFetchedAgain,
  });

const oneKey = ['api-key'];
export const historyOf = ['key-history'];

// One key, in a list that is empty where the account has no such key. A key that a list holds is shown at once.
export const keyQuery = (id: string) =>
  queryOptions({
    queryKey: [...oneKey, id],
    queryFn: () => call(listKeys, { query: { id } }),
    refetchInterval: timings.usagePollMs,
  });

type Place = { pageIndex: number; isLast: boolean; filter: KeyFilter };
// A key's own page is no place for a new one.
const ownPage: Place = { pageIndex: 1, isLast: false, filter: noFilter };
export type Change = (keys: ApiKey[], place: Place) => ApiKey[];

const changePages = (data: Pages, filter: KeyFilter, change: Change): Pages => ({
  ...data,
  pages: data.pages.map((page, pageIndex) => {
    const isLast = page.nextCursor === null;
    return { ...page, keys: change(page.keys, { pageIndex, isLast, filter }) };
  }),
});

// It shows a change at once, in all lists that were searched for. A fetch that is already under way may answer with the list
// before the change, so it is cancelled first.
export const useShowChange = (environment: Environment) => {
  const client = useQueryClient();
  const queryKey = keysOf(environment);
  return async (change: Change) => {
    await Promise.all([client.cancelQueries({ queryKey }), client.cancelQueries({ queryKey: oneKey })]);
    for (const [key, data] of client.getQueriesData<Pages>({ queryKey }))
      if (data) client.setQueryData<Pages>(key, changePages(data, key.at(-1) as KeyFilter, change));
    for (const [key, keys] of client.getQueriesData<ApiKey[]>({ queryKey: oneKey }))
      if (keys) client.setQueryData(key, change(keys, ownPage));
  };
};

// The same for a change that the portal knows of: then the list is fetched again.
export const useChangeKeys = (environment: Environment) => {
  const client = useQueryClient();
  const showChange = useShowChange(environment);
  return async (change: Change) => {
    await showChange(change);
    client.invalidateQueries({ queryKey: keysOf(environment), predicate: isFetchedAgain });
    client.invalidateQueries({ queryKey: oneKey });
    client.invalidateQueries({ queryKey: historyOf });
  };
};

export const replaceKey =
  (next: ApiKey): Change =>
  (keys) =>
    keys.map((key) => (key.id === next.id ? next : key));

export const renameKey =
  (id: string, name: string): Change =>
  (keys) =>
    keys.map((key) => (key.id === id ? { ...key, name } : key));

export const addKey =
  (created: ApiKey): Change =>
  (keys, { pageIndex, filter }) =>
    pageIndex === 0 && beginsWith(filter, created) ? [created, ...keys] : keys;

// Between two keys of a page, or at an end of the list. At the end of a page its place is known only with the next answer.
const insertKey = (keys: ApiKey[], restored: ApiKey, { pageIndex, isLast, filter }: Place) => {
  const found = keys.findIndex((key) => isBefore[filter.sort](restored, key));
  const index = found === -1 && isLast ? keys.length : found;
  const isKnown = index > 0 || (index === 0 && pageIndex === 0);
  const isListed = filter.status === 'all' && hasName(filter, restored);
  if (!isKnown || !isListed || keys.some(({ id }) => id === restored.id)) return keys;
  return [...keys.slice(0, index), restored, ...keys.slice(index)];
};

export const putKeysBack =
  (restored: ApiKey[]): Change =>
  (keys, place) =>
    restored.reduce((shown, key) => insertKey(shown, key, place), keys);
