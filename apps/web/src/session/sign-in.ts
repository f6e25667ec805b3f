// Signs this browser in. A session that came with an address may be a stranger's, so the account is then named on every screen
// until the person has said whose it is (domain/signed-in-as.tsx).
import { getProfile, type User } from '@ballast/contract/profile';
import type { Session } from '@supabase/auth-js';
import { call } from './api.ts';
import { isSecondFactorDue, owesSecondFactor } from './assurance.ts';
import { openMemoryClient } from './auth-client.ts';
import { stored } from './browser-storage.ts';
import { saveSession } from './save-session.ts';
import { clearSession, sessionState, setSignedInUser, withBlanks } from './session-state.ts';
import type { NewSession } from './stored-session.ts';

export const signIn = (user: User, session: NewSession, origin: 'form' | 'address' = 'form') => {
  if (origin === 'address') stored.userFromAddress.write(user.id);
  else stored.userFromAddress.remove();
  saveSession(session);
  setSignedInUser(user, session.access_token);
};

// Until the second factor is shown, the server does not answer with the profile.
const userOf = ({ user }: Session): User =>
  withBlanks({
    id: user.id,
    email: user.email ?? '',
    fullName: user.user_metadata.full_name ?? null,
    authMethod: (user.app_metadata.provider ?? 'email').toUpperCase() as User['authMethod'],
    emailVerified: Boolean(user.email_confirmed_at),
  });

export const signInBySession = async (session: Session, origin: 'form' | 'address') => {
  saveSession(session);
  stored.authToken.write(session.access_token);
  try {
    signIn(isSecondFactorDue() ? userOf(session) : await call(getProfile), session, origin);
  } catch (failure) {
    if (!sessionState().authenticated) clearSession();
    throw failure;
  }
};

export const signInYourself =
  'This account uses two-step verification, so a link can’t sign you in. Sign in yourself.';

// The maker of the link has a copy of its session, so the second factor of the account must not strengthen it.
export class SignInYourself extends Error {
  constructor() {
    super(signInYourself);
  }
}

// A link in a mail can carry a whole session, which the server confirms first.
export const signInByLink = async (tokens: { access_token: string; refresh_token: string }) => {
  const client = await openMemoryClient('link');
  const { data, error } = await client.setSession(tokens);
  if (error || !data.session) throw error ?? new Error('The link carries no session');
  if (owesSecondFactor(data.session)) {
    await client.signOut({ scope: 'local' }).catch(() => {});
    throw new SignInYourself();
  }
  await signInBySession(data.session, 'address');
};
