// Starts the app with the stored session. The code that keeps a session alive is loaded only where there is one, and not before
// the screen has had its time.
import { timings } from '../lib/timings.ts';
import { forgetFirstProfile } from './first-profile.ts';
import { keptSession, secondsLeft } from './kept-session.ts';
import { stored } from './storage.ts';
import {
  acceptStoredUser,
  sessionState,
  subscribeToSession,
  syncFromStorage,
  writeKeptToken,
} from './store.ts';

// If the keeper cannot be loaded, the session lasts as long as its token. The next call that needs it tries again.
const loadKeeper = () => {
  if (!sessionState().authenticated) return;
  import('./keeper.ts').then(({ sessionKeeper }) => sessionKeeper()).catch(() => {});
};

const hasTime = () => {
  const kept = keptSession();
  return kept !== null && secondsLeft(kept) * 1000 > 2 * timings.keeperLoadsMs;
};

// A token that is about to end needs its keeper at once; every other one when the page has been open for a while.
const keepWhileSignedIn = () => {
  if (!sessionState().authenticated) return;
  if (!hasTime()) return loadKeeper();
  setTimeout(loadKeeper, timings.keeperLoadsMs);
};

const refreshStoredUser = async () => {
  const { refreshProfile } = await import('./profile.ts');
  await refreshProfile();
};

const sharedKeys = new Set<string | null>([stored.authToken.key, stored.userData.key, null]);

export const startSession = () => {
  window.addEventListener('storage', (event) => {
    if (event.key === stored.keptSession.key) writeKeptToken();
    if (sharedKeys.has(event.key)) syncFromStorage();
  });
  subscribeToSession(keepWhileSignedIn);
  if (!sessionState().authenticated) return forgetFirstProfile();

  keepWhileSignedIn();
  // The server tells the profile only after the second factor.
  if (sessionState().secondFactorDue) return acceptStoredUser();
  setTimeout(acceptStoredUser, timings.profileTimeoutMs);
  refreshStoredUser().catch(acceptStoredUser).finally(forgetFirstProfile);
};
