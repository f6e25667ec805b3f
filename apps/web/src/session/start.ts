// Starting with a stored session. What keeps one alive is loaded only where there is one.
import { timings } from '../lib/timings.ts';
import { stored } from './storage.ts';
import { followStorage, sessionState, settleForStoredUser, subscribeToSession } from './store.ts';

// Without the keeper a session lasts only as long as its token. The next call that needs it tries again.
const keepWhileSignedIn = () => {
  if (!sessionState().authenticated) return;
  import('./keeper.ts').then(({ sessionKeeper }) => sessionKeeper()).catch(() => {});
};

const refreshStoredUser = async () => {
  const { refreshProfile } = await import('./profile.ts');
  await refreshProfile();
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
  refreshStoredUser().catch(settleForStoredUser);
};
