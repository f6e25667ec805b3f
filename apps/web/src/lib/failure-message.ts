// A failed call shows the server's message if it sent one, else the screen's own.
import { ApiError } from '@ballast/contract/http/client';

// Shown while a screen asks again and again by itself.
export const tryingAgain = 'Can’t reach the portal. Trying again…';

// Without an answer the screen says what failed, and then why.
const withReason = (failed: string, reason: string) => `${failed.replace(/\.$/, '')}. ${reason}`;

export const failureMessage = (error: unknown, fallback: string) => {
  if (!(error instanceof ApiError) || error.code === 'internal') return fallback;
  return error.code === 'unreachable' ? withReason(fallback, error.message) : error.message;
};

// Shows the server's message only when it refused the call. During an outage the screen's own text says more.
export const refusalMessage = (error: unknown, fallback: string) =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 ? error.message : fallback;
