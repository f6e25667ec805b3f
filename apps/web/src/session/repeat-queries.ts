// When a query that failed is sent again, and after how long.
import { ApiError } from '@ballast/contract/http/client';

const repeats = 2;
const firstPauseMs = 1000;
const longestPauseMs = 5000;

// The server would refuse the same call again; only an outage is worth another try.
export const shouldRetry = (failures: number, error: Error) =>
  failures < repeats && !(error instanceof ApiError && error.status >= 400 && error.status < 500);

// A server that has too much to do says when to come back.
export const retryDelay = (failures: number, error: Error) => {
  const asked = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
  return Math.max(firstPauseMs * 2 ** failures, Math.min(asked, longestPauseMs));
};
