// Ends a provider sign-in or the linking of an account: answers where to go, or fails with what to say.
import { ApiError } from '@ballast/contract/client';
import { finishProvider, verifyProvider } from '@ballast/contract/provider-calls';
import { type Provider, providerMessages } from '@ballast/contract/providers';
import { failureMessage } from '../../lib/failure-message.ts';
import { call } from '../../session/api.ts';
import { cliAuthTarget } from '../../session/cli-auth-target.ts';
import { readAttempt } from '../../session/provider-attempt.ts';
import { signIn } from '../../session/sign-in.ts';
import { sessionState, updateUser } from '../../session/store.ts';
import type { Arrival } from './callback-arrival.ts';

const settings = '/dashboard#settings';

export class CallbackFailure extends Error {
  readonly leadsTo: 'settings' | 'sign-in';

  constructor(message: string, leadsTo: CallbackFailure['leadsTo']) {
    super(message);
    this.leadsTo = leadsTo;
  }
}

const exchange = async (arrival: Exclude<Arrival, { kind: 'error' }>, provider: Provider) => {
  if (arrival.kind === 'code') {
    const { code, state } = arrival;
    return call(finishProvider, { body: { code, state, provider } });
  }
  const { accessToken, refreshToken } = arrival;
  const body = { access_token: accessToken, refresh_token: refreshToken, provider };
  return { ...(await call(verifyProvider, { body })), redirectTo: null, from: null };
};

const finish = async (arrival: Arrival, query: URLSearchParams): Promise<string> => {
  if (arrival.kind === 'error') throw new CallbackFailure(arrival.message, 'sign-in');
  const { provider } = readAttempt();
  const { user, session, redirectTo, from } = await exchange(arrival, provider);

  const current = sessionState().user;
  if (current && (redirectTo ?? query.get('redirect_to')) === 'settings') {
    if (current.id !== user.id) {
      throw new CallbackFailure(providerMessages.belongsToAnother(provider), 'settings');
    }
    updateUser(user);
    return settings;
  }
  // An account was linked, and whoever linked it has signed out since.
  if (!session) return '/auth';

  signIn(user, session);
  const target = cliAuthTarget(from ?? query.get('from'));
  if (target) return target;
  return arrival.kind === 'code' && !user.fullName ? '/onboarding' : '/dashboard';
};

const asFailure = (error: unknown) => {
  if (error instanceof CallbackFailure) return error;
  const mismatch = error instanceof ApiError && error.code === 'conflict' && sessionState().authenticated;
  return new CallbackFailure(
    failureMessage(error, providerMessages.failed),
    mismatch ? 'settings' : 'sign-in',
  );
};

const finished = new Map<string, Promise<string>>();

// A code works once, so it is spent once, however often the screen is drawn.
export const finishOnce = (arrival: Arrival, search: string) => {
  const key = JSON.stringify(arrival);
  const running =
    finished.get(key) ??
    finish(arrival, new URLSearchParams(search)).catch((error) => {
      throw asFailure(error);
    });
  finished.set(key, running);
  return running;
};

// Whoever came from the command line and was refused may still sign in another way.
export const signInAgain = () => {
  const { from } = readAttempt();
  return from ? `/auth?${new URLSearchParams({ from })}` : '/auth';
};
