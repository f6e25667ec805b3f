import { activityFetchSize, listActivities } from '@ballast/contract/activities';
import { nextCursorHeader } from '@ballast/contract/http/paging';
import type { Environment } from '@ballast/contract/keys/api-keys';
import { useInfiniteQuery } from '@tanstack/react-query';
import { failureMessage } from '../../lib/failure-message.ts';
import { call } from '../../session/api.ts';
import { type ActivityQuery, matchesQuery } from './filters.ts';

const usePages = (environment: Environment, query: ActivityQuery, enabled: boolean) =>
  useInfiniteQuery({
    queryKey: ['activities', environment, query],
    queryFn: async ({ pageParam: cursor }) => {
      const { reply, headers } = await call.withHeaders(listActivities, {
        query: { limit: activityFetchSize, environment, ...query, cursor },
      });
      return { activities: reply, nextCursor: headers.get(nextCursorHeader) };
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    enabled,
  });

type Pages = ReturnType<typeof usePages>;

const listRows = ({ data }: Pages) => data?.pages.flatMap(({ activities }) => activities) ?? [];

// A log that is loaded as a whole is filtered here. A longer one is filtered by the server; until it has answered, the
// rows that are loaded already are filtered and shown as a placeholder.
export const useActivityLog = (environment: Environment, query: ActivityQuery) => {
  const hasFilter = query.category !== undefined || query.after !== undefined;
  const allPages = usePages(environment, {}, true);
  const askServer = hasFilter && allPages.hasNextPage;
  const filteredPages = usePages(environment, query, askServer);

  const source = askServer ? filteredPages : allPages;
  const isPlaceholder = askServer && !filteredPages.data;
  const rows =
    isPlaceholder || !askServer
      ? listRows(allPages).filter((row) => matchesQuery(query, row))
      : listRows(filteredPages);
  return {
    rows,
    isEmpty: allPages.isSuccess && listRows(allPages).length === 0,
    hasMore: isPlaceholder || source.hasNextPage,
    isLoading: source.isPending,
    failure: source.error && failureMessage(source.error, 'Failed to load activities'),
    retry: () => {
      source.refetch();
    },
    nextPage: {
      load: source.fetchNextPage,
      isLoading: source.isFetchingNextPage,
      failed: source.isFetchNextPageError,
      exists: !isPlaceholder && source.hasNextPage,
    },
  };
};

export type ActivityLog = ReturnType<typeof useActivityLog>;
