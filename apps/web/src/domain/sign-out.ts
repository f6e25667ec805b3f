import { authMessages, logOut } from '@ballast/contract/auth';
import { timings } from '../lib/timings.ts';
import { call } from '../session/api.ts';
import { clearSession } from '../session/store.ts';
import { showToast } from '../ui/toast.tsx';

// This browser is signed out whatever the server answers, and without waiting for it for long.
export const signOut = async () => {
  const answer = call(logOut).then(
    () => true,
    () => false,
  );
  const timeout = new Promise<false>((resolve) => {
    setTimeout(() => resolve(false), timings.signOutTimeoutMs);
  });
  const ended = await Promise.race([answer, timeout]);
  clearSession();
  if (ended) showToast.success(authMessages.loggedOut);
};
