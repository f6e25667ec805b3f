// A session that did not come with the profile of its account becomes this browser's once the server has told the profile.
import { getProfile, type User } from '@ballast/contract/profile';
import type { Session } from '@supabase/auth-js';
import { call } from './api.ts';
import { isSecondFactorDue } from './assurance.ts';
import { stored } from './browser-storage.ts';
import { saveSession } from './save-session.ts';
import { clearSession, sessionState, withBlanks } from './session-state.ts';
import { signIn } from './sign-in.ts';

// Until the second factor is shown, the server tells only what the session says itself.
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
