// The log of one environment, and the part of it that the filters leave.
import { activityFetchSize, listActivities, nextCursorHeader } from '@ballast/contract/activities';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type Environment, toWire } from '../../domain/environment.ts';
import { failureMessage } from '../../lib/failure-message.ts';
import { call } from '../../session/api.ts';
import { isWanted, type Wanted } from './filters.ts';

const loadFailed = 'Failed to load activities';

const usePages = (environment: Environment, wanted: Wanted, enabled: boolean) =>
  useInfiniteQuery({
    queryKey: ['activities', environment, wanted],
    queryFn: async ({ pageParam: cursor }) => {
      const query = { limit: activityFetchSize, environment: toWire(environment), ...wanted, cursor };
      const { reply, headers } = await call.withHeaders(listActivities, { query });
      return { activities: reply, nextCursor: headers.get(nextCursorHeader) };
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    enabled,
  });

type Pages = ReturnType<typeof usePages>;

const rowsOf = ({ data }: Pages) => data?.pages.flatMap(({ activities }) => activities) ?? [];

// A log that is here as a whole is filtered here. Of a longer one the server picks, and until it has answered, what is
// here already stands in for its answer.
export const useActivityLog = (environment: Environment, wanted: Wanted) => {
  const filtered = wanted.category !== undefined || wanted.after !== undefined;
  const whole = usePages(environment, {}, true);
  const askServer = filtered && whole.hasNextPage;
  const picked = usePages(environment, wanted, askServer);

  const source = askServer ? picked : whole;
  const standsIn = askServer && !picked.data;
  const rows = standsIn || !askServer ? rowsOf(whole).filter((row) => isWanted(wanted, row)) : rowsOf(picked);
  return {
    rows,
    isEmpty: whole.isSuccess && rowsOf(whole).length === 0,
    hasMore: standsIn || source.hasNextPage,
    isLoading: source.isPending,
    failure: source.error && failureMessage(source.error, loadFailed),
    retry: () => {
      source.refetch();
    },
    nextPage: {
      load: source.fetchNextPage,
      isLoading: source.isFetchingNextPage,
      failed: source.isFetchNextPageError,
      exists: !standsIn && source.hasNextPage,
    },
  };
};

export type ActivityLog = ReturnType<typeof useActivityLog>;
