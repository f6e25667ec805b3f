// A failed call shows the server's message if it sent one, else the screen's own.
import { ApiError } from '@ballast/contract/client';

export const failureMessage = (error: unknown, fallback: string) =>
  error instanceof ApiError && error.code !== 'internal' ? error.message : fallback;

// Shows the server's message only when it refused the call. During an outage the screen's own text says more.
export const refusalMessage = (error: unknown, fallback: string) =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 ? error.message : fallback;
