import { nextCursorHeader } from '@ballast/contract/http/paging';
import { listRequests } from '@ballast/contract/requests/requests';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useReducer, useSyncExternalStore } from 'react';
import { failureMessage } from '../../../lib/failure-message.ts';
import { call } from '../../../session/api.ts';
import { type Feed, type FeedEvent, lastIdOf, newFeed, nextFeed, shownRows } from './feed.ts';
import { followRequests } from './follow-requests.ts';
import type { RequestQuery } from './request-filters.ts';

const pageSize = 100;

const subscribe = (listener: () => void) => {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
};
const isVisible = () => document.visibilityState === 'visible';

// The list is read anew each time that it is opened: an old one would have a gap.
const usePages = (query: RequestQuery) =>
  useInfiniteQuery({
    queryKey: ['requests', query],
    queryFn: async ({ pageParam: cursor, signal }) => {
      const { reply, headers } = await call.withHeaders(listRequests, {
        query: { ...query, limit: pageSize, cursor },
        signal,
      });
      return { rows: reply, nextCursor: headers.get(nextCursorHeader) };
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

type Message = { question: string; event: FeedEvent };

const reduce = (feed: Feed, { question, event }: Message) =>
  nextFeed(feed.question === question ? feed : newFeed(question), event);

// The newest rows, those that come while somebody looks, and older ones page by page.
export const useRequestFeed = (query: RequestQuery, wantsLive: boolean) => {
  const question = JSON.stringify(query);
  const [state, tell] = useReducer(reduce, question, newFeed);
  const feed = state.question === question ? state : newFeed(question);
  const pages = usePages(query);
  const visible = useSyncExternalStore(subscribe, isVisible);
  const loaded = pages.data?.pages.flatMap(({ rows }) => rows) ?? [];
  const { rows, isFull } = shownRows(feed, loaded);

  const isOn = wantsLive && visible && pages.isSuccess && !feed.failure;
  const follow = useEffectEvent((signal: AbortSignal) => {
    const first = [...feed.came, ...loaded];
    void followRequests({ query, first, signal, tell: (event) => tell({ question, event }) });
  });
  useEffect(() => {
    if (!isOn) return;
    const controller = new AbortController();
    follow(controller.signal);
    return () => controller.abort();
  }, [isOn, question]);

  const clear = (at: string | null) => tell({ question, event: { type: 'cleared', at } });
  const failure = pages.error ?? feed.failure;
  return {
    rows,
    came: new Set(feed.came.map(({ id }) => id)),
    isPending: pages.isPending,
    isLoaded: pages.isSuccess,
    failure: failure ? failureMessage(failure, 'Failed to load requests') : null,
    retry: () => {
      tell({ question, event: { type: 'failed', failure: null } });
      pages.refetch();
    },
    isAway: isOn && feed.isAway,
    skips: isOn && feed.skips,
    isCleared: feed.clearedAt !== null,
    clear: () => clear(lastIdOf([...feed.came, ...loaded]) ?? ''),
    showCleared: () => clear(null),
    isFull,
    nextPage: {
      load: pages.fetchNextPage,
      isLoading: pages.isFetchingNextPage,
      failed: pages.isFetchNextPageError,
      exists: pages.hasNextPage && !isFull && feed.clearedAt === null,
    },
  };
};

export type RequestFeed = ReturnType<typeof useRequestFeed>;
