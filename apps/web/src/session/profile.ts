// Starting with a stored session, and reading the profile again.
import { getProfile } from '@ballast/contract/profile';
import { call } from '../lib/api.ts';
import { timings } from '../lib/timings.ts';
import { sessionKeeper } from './keeper.ts';
import { stored } from './storage.ts';
import { followStorage, sessionState, settleForStoredUser, subscribeToSession, updateUser } from './store.ts';

export const refreshProfile = async () => updateUser(await call(getProfile));

// Without the keeper a session lasts only as long as its token. The next call that needs it tries again.
const keepWhileSignedIn = () => {
  if (sessionState().authenticated) sessionKeeper().catch(() => {});
};

const sharedKeys = new Set<string | null>([stored.authToken.key, stored.userData.key, null]);

export const startSession = () => {
  window.addEventListener('storage', (event) => {
    if (sharedKeys.has(event.key)) followStorage();
  });
  subscribeToSession(keepWhileSignedIn);
  if (!sessionState().authenticated) return;

  keepWhileSignedIn();
  setTimeout(settleForStoredUser, timings.profilePatienceMs);
  refreshProfile().catch(settleForStoredUser);
};
