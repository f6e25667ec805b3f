// What to tell a person when a call fails: the server's words if it had any, else the screen's own.
import { ApiError } from '@ballast/contract/client';
import { errorMessages } from '@ballast/contract/errors';

export const failureMessage = (error: unknown, fallback: string) =>
  error instanceof ApiError && error.message !== errorMessages.internal ? error.message : fallback;
