// Waits for new requests, call by call. It ends by its signal, and goes on when the portal was away.
import { ApiError } from '@ballast/contract/http/client';
import {
  listRequests,
  nextAfterHeader,
  type RequestRow,
  requestLimits,
} from '@ballast/contract/requests/requests';
import { timings } from '../../../lib/timings.ts';
import { call } from '../../../session/api.ts';
import { type FeedEvent, lastIdOf } from './feed.ts';
import type { RequestQuery } from './request-filters.ts';

type Following = {
  query: RequestQuery;
  first: RequestRow[];
  signal: AbortSignal;
  tell: (event: FeedEvent) => void;
};

const limit = requestLimits.longestPage;

// A browser that is online again need not wait to the end.
const pause = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener('online', end);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    window.addEventListener('online', end);
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  });

const awayMs = (failures: number, error: unknown) => {
  const wantedMs = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
  const backedOffMs = timings.requestsAwayMs * 2 ** Math.min(failures, 10);
  return Math.max(wantedMs, Math.min(backedOffMs, timings.requestsLongestAwayMs));
};

// The same call would be refused again.
const isFinal = (error: unknown) =>
  error instanceof ApiError &&
  error.status >= 400 &&
  error.status < 500 &&
  ![408, 429].includes(error.status);

const quickMs = 1000;

export const followRequests = async ({ query, first, signal, tell }: Following) => {
  let after = lastIdOf(first);

  const readNext = async (wait: number) => {
    const began = performance.now();
    const wanted = { ...query, after, limit, wait };
    const { reply, headers } = await call.withHeaders(listRequests, { query: wanted, signal });
    if (signal.aborted) return 0;
    if (after && reply.length >= limit) {
      const newest = await call(listRequests, { query: { ...query, limit }, signal });
      if (signal.aborted) return 0;
      after = lastIdOf(newest) ?? after;
      tell({ type: 'skipped', rows: newest });
      return timings.requestsLongPauseMs;
    }
    after = headers.get(nextAfterHeader) ?? lastIdOf(reply) ?? after;
    tell({ type: 'came', rows: reply });
    const wasRefusedAPlace = wait > 0 && !reply.length && performance.now() - began < quickMs;
    return wasRefusedAPlace ? timings.requestsLongPauseMs : timings.requestsPauseMs;
  };

  for (let failures = 0; !signal.aborted; ) {
    try {
      // A portal that may be back answers at once, so that nobody is told for long that it is away.
      const rest = await readNext(failures ? 0 : requestLimits.waitSeconds);
      failures = 0;
      await pause(rest, signal);
    } catch (error) {
      if (signal.aborted) return;
      if (isFinal(error)) return tell({ type: 'failed', failure: error });
      tell({ type: 'away' });
      await pause(awayMs(failures, error), signal);
      failures += 1;
    }
  }
};
