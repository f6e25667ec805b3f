// Finishes a provider sign-in or the linking of an account. Returns the address to go to, or throws a CallbackFailure.
import { finishProvider, verifyProvider } from '@ballast/contract/auth/provider-calls';
import { providerMessages } from '@ballast/contract/auth/provider-messages';
import { type Provider, providerName } from '@ballast/contract/auth/providers';
import { ApiError } from '@ballast/contract/http/client';
import { failureMessage } from '../../../lib/failure-message.ts';
import { runOnce } from '../../../lib/run-once.ts';
import { call } from '../../../session/api.ts';
import { owesSecondFactor } from '../../../session/assurance.ts';
import { stored } from '../../../session/browser-storage.ts';
import { cliAuthTarget } from '../../../session/cli-auth-target.ts';
import { readAttempt } from '../../../session/provider-attempt.ts';
import { sessionState, updateUser } from '../../../session/session-state.ts';
import { signIn, signInYourself } from '../../../session/sign-in.ts';
import { showToast } from '../../../ui/feedback/toast.tsx';
import type { Callback } from './callback-address.ts';

const settings = '/dashboard#settings';

export class CallbackFailure extends Error {
  readonly leadsTo: 'settings' | 'sign-in';
  readonly title: string;

  constructor(message: string, leadsTo: CallbackFailure['leadsTo'], title: string = providerMessages.failed) {
    super(message);
    this.leadsTo = leadsTo;
    this.title = title;
  }
}

// It takes longer to read.
export class AnotherAccount extends CallbackFailure {
  constructor(message: string) {
    super(message, 'settings');
  }
}

type Proof = Extract<Callback, { kind: 'tokens' | 'code' }>;

const exchange = async (proof: Proof, provider: Provider) => {
  if (proof.kind === 'code') {
    const { code, state } = proof;
    return call(finishProvider, { body: { code, state, provider } });
  }
  const { accessToken, refreshToken } = proof;
  const body = { access_token: accessToken, refresh_token: refreshToken, provider };
  return { ...(await call(verifyProvider, { body })), redirectTo: null, from: null };
};

// An account is connected from the settings, so the way back leads there, whatever happened.
const wayBack = (): CallbackFailure['leadsTo'] =>
  sessionState().authenticated && readAttempt().connects ? 'settings' : 'sign-in';

const finish = async (callback: Callback, query: URLSearchParams): Promise<string> => {
  if (callback.kind === 'cancelled') {
    throw new CallbackFailure(providerMessages.cancelled, wayBack(), providerMessages.cancelled);
  }
  if (callback.kind === 'error') throw new CallbackFailure(callback.message, wayBack());
  const { provider } = readAttempt();
  const { user, session, redirectTo, from } = await exchange(callback, provider);

  const target = cliAuthTarget(from ?? query.get('from'));
  const current = sessionState().user;
  const connects = (redirectTo ?? query.get('redirect_to')) === 'settings';
  // Tokens in an address replace nobody's session.
  if (current && (connects || callback.kind === 'tokens')) {
    if (current.id !== user.id) {
      throw new AnotherAccount(providerMessages.belongsToAnother(provider));
    }
    // A session that owes the second factor knows little of its user.
    if (!session || !owesSecondFactor(session)) updateUser(user);
    // Only the portal's own answer says that something was connected; an address can claim it.
    if (redirectTo === 'settings') showToast.success(`${providerName[provider]} connected`);
    return connects ? settings : (target ?? '/dashboard');
  }
  // An account was linked, but its owner has signed out since.
  if (!session) return '/auth';

  if (callback.kind === 'tokens' && owesSecondFactor(session)) {
    throw new CallbackFailure(signInYourself, 'sign-in');
  }
  if (callback.kind === 'code') stored.lastWayIn.write(provider);
  signIn(user, session, callback.kind === 'tokens' ? 'address' : 'form');
  if (target) return target;
  return callback.kind === 'code' && !user.fullName ? '/onboarding' : '/dashboard';
};

const toFailure = (error: unknown) => {
  if (error instanceof CallbackFailure) return error;
  const mismatch = error instanceof ApiError && error.code === 'conflict' && sessionState().authenticated;
  const { message } =
    error instanceof ApiError && error.code === 'unreachable'
      ? error
      : { message: failureMessage(error, providerMessages.failed) };
  return mismatch ? new AnotherAccount(message) : new CallbackFailure(message, wayBack());
};

export const finishOnce = runOnce(
  (callback: Callback, search: string) =>
    finish(callback, new URLSearchParams(search)).catch((error) => {
      throw toFailure(error);
    }),
  (callback) => JSON.stringify(callback),
);

// A visitor from the command line who was refused may still sign in another way.
export const signInAgain = () => {
  const { from } = readAttempt();
  return from ? `/auth?${new URLSearchParams({ from })}` : '/auth';
};
