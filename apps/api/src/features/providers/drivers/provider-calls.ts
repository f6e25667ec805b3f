// Calls to a provider are bounded in time, and every failure is one of two words, away or refused.
import { providerMessages } from '@ballast/contract/auth/provider-messages';
import type { Provider } from '@ballast/contract/auth/providers';
import type { CustomFetch } from 'openid-client';
import type { Logger } from 'pino';
import { Failure } from '../../../runtime/failure.ts';

export const timeoutSeconds = 10;
const retryAfterSeconds = 5;

const isAway = (status: number) => status >= 500 || status === 429;

// The whole body is read here, so that a provider that stalls half-way is away as well.
export const providerFetch = (provider: Provider, fetch: CustomFetch): CustomFetch => {
  const away = () =>
    new Failure('unavailable', { message: providerMessages.unreachable(provider), retryAfterSeconds });
  return async (url, options) => {
    const answer = await fetch(url, options)
      .then(async (response) => new Response(await response.arrayBuffer(), response))
      .catch(() => {
        throw away();
      });
    if (isAway(answer.status)) throw away();
    return answer;
  };
};

const failureIn = (error: unknown): Failure | null => {
  if (error instanceof Failure) return error;
  return error instanceof Error ? failureIn(error.cause) : null;
};

export const askProvider = async <T>(provider: Provider, log: Logger, ask: () => Promise<T>): Promise<T> => {
  try {
    return await ask();
  } catch (error) {
    const failure = failureIn(error) ?? new Failure('provider_refused', { message: providerMessages.failed });
    // An operator must be able to tell a wrong client secret from a wrong code; the caller must not.
    log.warn({ provider, err: error }, failure.message);
    throw failure;
  }
};
