// The session of a reset link. It lives in a client of its own and in memory alone: it must neither become the session
// of this browser nor end the one that is there.
import { providers } from '@ballast/contract/auth/providers';
import { sessionLibraryCodes } from '@ballast/contract/auth/session';
import type { AuthError, User } from '@supabase/auth-js';
import { runOnce } from '../../../lib/run-once.ts';
import { openMemoryClient } from '../../../session/auth-client.ts';
import type { RecoveryLink } from './reset-link.tsx';

const resetFailed = 'Failed to reset password. Please try again.';

const tooManyRequests = sessionLibraryCodes.rate_limited;

export class ResetFailure extends Error {
  // An outage says nothing about the link, and neither do too many requests.
  readonly linkIsDead: boolean;
  readonly secondFactorDue: boolean;
  readonly passwordIsRefused: boolean;

  constructor(message: string, code?: string) {
    super(message);
    this.linkIsDead = code !== tooManyRequests && /expired|invalid|session/i.test(message);
    this.secondFactorDue = code === 'insufficient_aal';
    this.passwordIsRefused = code === 'weak_password' || code === 'same_password';
  }
}

const isOutage = (error: AuthError | null) => error?.name === 'AuthRetryableFetchError';

const toSessionFailure = (error: AuthError | null) => {
  if (error?.code === tooManyRequests) return new ResetFailure(error.message, error.code);
  return new ResetFailure(
    isOutage(error) ? resetFailed : 'Session expired. Please request a new password reset link.',
  );
};

const toUpdateFailure = (error: AuthError) => {
  if (isOutage(error) || error.name === 'AuthSessionMissingError') return toSessionFailure(error);
  return new ResetFailure(error.message || resetFailed, error.code);
};

const isRecovery = (shown: string | { method: string }) =>
  typeof shown !== 'string' && shown.method === 'recovery';

const openSession = async ({ accessToken, refreshToken }: RecoveryLink) => {
  const client = await openMemoryClient('recovery');
  const { data, error } = await client
    .setSession({ access_token: accessToken, refresh_token: refreshToken })
    // The library throws when the link holds something that is no token at all.
    .catch(() => ({ data: { session: null }, error: null }));
  if (!data.session) throw toSessionFailure(error);
  // An account with a second factor asks for it before it takes a new password: reading mail alone is not enough.
  const { data: level } = await client.mfa.getAuthenticatorAssuranceLevel();
  // Somebody who knows the password may send a session of theirs: the factor is not for that one.
  if (!level?.currentAuthenticationMethods.some(isRecovery)) throw toSessionFailure(null);
  return { client, secondFactorDue: level.currentLevel === 'aal1' && level.nextLevel === 'aal2' };
};

// After a failure, such as an outage, the session can be opened again.
export const openRecovery = runOnce(openSession, (link) => link.accessToken, { retryFailed: true });

const providersOf = (user: User) =>
  providers.filter((provider) => user.identities?.some((identity) => identity.provider === provider));

export const setNewPassword = async (link: RecoveryLink, password: string) => {
  const { client } = await openRecovery(link);
  const { data, error: sessionError } = await client.getSession();
  if (!data.session) throw toSessionFailure(sessionError);
  const before = data.session.user;
  const { data: after, error } = await client.updateUser({ password });
  if (error) throw toUpdateFailure(error);
  await client.signOut({ scope: 'local' }).catch(() => {});
  const remaining = providersOf(after.user);
  return {
    userId: before.id,
    disconnected: providersOf(before).filter((provider) => !remaining.includes(provider)),
  };
};
