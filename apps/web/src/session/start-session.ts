// Starts the app with the stored session. The auth client is loaded only for a session, and after the screen.
import { timings } from '../lib/timings.ts';
import { stored } from './browser-storage.ts';
import { forgetFirstProfile } from './first-profile.ts';
import {
  acceptStoredUser,
  copyAccessToken,
  sessionState,
  subscribeToSession,
  syncFromStorage,
} from './session-state.ts';
import { clientLoadSeconds, hasTime, storedSession } from './stored-session.ts';

// If the client cannot be loaded, the session lasts as long as its token. The next call that needs it tries again.
const loadAuthClient = () => {
  if (!sessionState().authenticated) return;
  import('./auth-client.ts').then(({ authClient }) => authClient()).catch(() => {});
};

// A token that is about to end needs its client at once; every other one when the page has been open for a while.
const keepWhileSignedIn = () => {
  if (!sessionState().authenticated) return;
  const session = storedSession();
  if (!session || !hasTime(session)) return loadAuthClient();
  setTimeout(loadAuthClient, clientLoadSeconds * 1000);
};

const refreshStoredUser = async () => {
  const { refreshProfile } = await import('./profile.ts');
  await refreshProfile();
};

const sharedKeys = new Set<string | null>([stored.authToken.key, stored.userData.key, null]);

export const startSession = () => {
  window.addEventListener('storage', (event) => {
    if (event.key === stored.session.key) copyAccessToken();
    if (sharedKeys.has(event.key)) syncFromStorage();
  });
  subscribeToSession(keepWhileSignedIn);
  if (!sessionState().authenticated) return forgetFirstProfile();

  keepWhileSignedIn();
  // Before the second factor the server refuses to send the profile.
  if (sessionState().secondFactorDue) return acceptStoredUser();
  setTimeout(acceptStoredUser, timings.profileTimeoutMs);
  refreshStoredUser().catch(acceptStoredUser).finally(forgetFirstProfile);
};
