// Who is signed in. All tabs share local storage, which decides; this store holds what the screens read of it.
import type { User } from '@ballast/contract/profile';
import { useSyncExternalStore } from 'react';
import { createStore } from '../lib/create-store.ts';
import { isSecondFactorDue } from './assurance.ts';
import { stored } from './browser-storage.ts';
import { storedSession } from './stored-session.ts';

export type SessionState = {
  authenticated: boolean;
  user: User | null;
  // False while the profile of a stored session is being fetched again.
  userLoaded: boolean;
  // True until an account that has a second factor has shown it.
  secondFactorDue: boolean;
};

const signedOut: SessionState = {
  authenticated: false,
  user: null,
  userLoaded: true,
  secondFactorDue: false,
};

const blankUser: Omit<User, 'id' | 'email'> = {
  fullName: null,
  authMethod: 'EMAIL',
  emailVerified: false,
  companyName: null,
  companySize: null,
  useCase: null,
  website: null,
  githubProfile: null,
  avatarUrl: null,
};

export const withBlanks = (known: Pick<User, 'id' | 'email'> & Partial<User>): User => ({
  ...blankUser,
  ...known,
});

// An older version may have stored fewer fields: they must not sign anybody out.
const readUser = (): User | null => {
  try {
    const value = JSON.parse(stored.userData.read() ?? 'null');
    return typeof value?.email === 'string' ? withBlanks(value) : null;
  } catch {
    return null;
  }
};

const readState = (userLoaded: boolean): SessionState => {
  const user = stored.authToken.read() ? readUser() : null;
  return user ? { authenticated: true, user, userLoaded, secondFactorDue: isSecondFactorDue() } : signedOut;
};

const { publish, ...store } = createStore(readState(false));
export const sessionState = store.read;
export const subscribeToSession = store.subscribe;

export const useSession = () => useSyncExternalStore(subscribeToSession, sessionState);

export const whenUserLoaded = () =>
  new Promise<void>((resolve) => {
    if (sessionState().userLoaded) return resolve();
    const stop = subscribeToSession(() => {
      if (!sessionState().userLoaded) return;
      stop();
      resolve();
    });
  });

const writeUser = (user: User) => {
  stored.userData.write(JSON.stringify(user));
  stored.authMethod.write(user.authMethod);
  stored.userEmail.write(user.email);
};

// The token is written last: another tab that sees it finds everything else in place.
export const setSignedInUser = (user: User, accessToken: string) => {
  writeUser(user);
  stored.authToken.write(accessToken);
  stored.verificationEmail.remove();
  publish({ authenticated: true, user, userLoaded: true, secondFactorDue: isSecondFactorDue() });
};

// Requests are numbered, so that a slow answer never replaces a newer user.
let lastRequest = 0;
let shownRequest = 0;

export const updateUser = (user: User, request?: number) => {
  if (!sessionState().authenticated) return;
  if (request === undefined) lastRequest += 1;
  shownRequest = request ?? lastRequest;
  writeUser(user);
  publish({ ...sessionState(), user, userLoaded: true });
};

export const loadUser = async (request: () => Promise<User>) => {
  lastRequest += 1;
  const number = lastRequest;
  const user = await request();
  if (number > shownRequest) updateUser(user, number);
};

// Several tabs may renew at once. The session that was stored last counts.
export const copyAccessToken = () => {
  const current = storedSession();
  if (current && sessionState().authenticated) stored.authToken.write(current.access_token);
};

// A proof was given, or has expired.
export const readAssurance = () => {
  const secondFactorDue = isSecondFactorDue();
  if (sessionState().authenticated && sessionState().secondFactorDue !== secondFactorDue)
    publish({ ...sessionState(), secondFactorDue });
};

export const acceptStoredUser = () => {
  if (!sessionState().userLoaded) publish({ ...sessionState(), userLoaded: true });
};

const forgetSession = () => {
  stored.authToken.remove();
  stored.userData.remove();
  stored.authMethod.remove();
  stored.userEmail.remove();
  stored.session.remove();
  stored.cliAuthReturn.remove();
  stored.verificationEmail.remove();
  stored.userFromAddress.remove();
};

export const clearSession = () => {
  forgetSession();
  if (sessionState().authenticated) publish(signedOut);
};

// The portal does not accept the session any more.
export const endSession = () => {
  if (sessionState().authenticated) stored.sessionEnded.write('yes');
  clearSession();
};

// The reload alone changes the screen: a redirect first would show three addresses one after another.
export const endSessionAndReload = () => {
  stored.sessionEnded.write('yes');
  forgetSession();
  window.location.reload();
};

// Another tab signed in, signed out, showed the second factor or changed the profile.
export const syncFromStorage = () => {
  const next = readState(sessionState().userLoaded);
  if (!next.authenticated) {
    if (sessionState().authenticated) clearSession();
    return;
  }
  const changed = JSON.stringify(next.user) !== JSON.stringify(sessionState().user);
  if (changed || next.secondFactorDue !== sessionState().secondFactorDue)
    publish({ ...next, userLoaded: true });
};
