import type { Environment } from '@ballast/contract/keys/api-keys';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useAddressFilter } from '../../lib/address-filter.ts';
import { failureMessage } from '../../lib/failure-message.ts';
import { formatCount } from '../../lib/numbers.ts';
import { timings } from '../../lib/timings.ts';
import { useSettled } from '../../lib/use-settled.ts';
import {
  addressFilter,
  isFiltered,
  type KeyFilter,
  keysQuery,
  loadingFailed,
  noFilter,
} from './keys-query.ts';

// Up to so many keys are seen at a glance. Of more there is a table, and a search.
const fewKeys = 8;

export const useKeys = (environment: Environment) => {
  const [filter, setFilter] = useAddressFilter<KeyFilter>(addressFilter);
  const { search } = filter;
  const setSearch = (text: string) => setFilter({ ...filter, search: text });
  // Clearing the field shows all keys at once.
  const settled = useSettled(search.trim(), timings.searchSettlesMs);
  const wanted = search.trim() && settled;
  const settledFilter = { ...filter, search: wanted };
  const narrowed = isFiltered(settledFilter);
  const all = useInfiniteQuery(keysQuery(environment));
  const found = useInfiniteQuery({
    ...keysQuery(environment, settledFilter),
    enabled: narrowed,
    placeholderData: keepPreviousData,
  });
  const list = narrowed ? found : all;
  const pages = list.data?.pages.map(({ keys }) => keys);
  const count = pages?.reduce((sum, keys) => sum + keys.length, 0) ?? 0;
  const allCount = all.data?.pages.reduce((sum, { keys }) => sum + keys.length, 0);
  const areMany = all.hasNextPage || (allCount ?? 0) > fewKeys;
  return {
    pages,
    // It is true also while they are placeholder data.
    areNewest: list.data?.pages[0] === all.data?.pages[0],
    isPending: all.isPending,
    isEmpty: allCount === 0,
    failure: list.error && failureMessage(list.error, loadingFailed),
    retry: () => {
      list.refetch();
    },
    search,
    setSearch,
    filter,
    setFilter,
    showAll: () => setFilter(noFilter),
    areMany,
    isSearchShown: isFiltered(filter) || areMany,
    searched: list.isPlaceholderData ? '' : wanted,
    countText: formatCount(count, 'key', 'keys', list.hasNextPage),
    isNothingFound: narrowed && count === 0 && found.isSuccess && !found.isPlaceholderData,
    nextPage: {
      load: list.fetchNextPage,
      isLoading: list.isFetchingNextPage,
      failed: list.isFetchNextPageError,
      exists: list.hasNextPage && !list.isPlaceholderData,
    },
  };
};

export type Keys = ReturnType<typeof useKeys>;
