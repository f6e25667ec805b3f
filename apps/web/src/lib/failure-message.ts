// What to tell a person when a call fails: the server's words if it had any, else the screen's own.
import { ApiError } from '@ballast/contract/client';

export const failureMessage = (error: unknown, fallback: string) =>
  error instanceof ApiError && error.code !== 'internal' ? error.message : fallback;

// Where the screen's own words say more than that something is away: the server's only when it refused.
export const refusalMessage = (error: unknown, fallback: string) =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 ? error.message : fallback;
