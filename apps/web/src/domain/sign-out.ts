import { authMessages, logOut } from '@ballast/contract/auth/auth';
import { timings } from '../lib/timings.ts';
import { call } from '../session/api.ts';
import { clearSession } from '../session/session-state.ts';
import { showToast } from '../ui/feedback/toast.tsx';

const toastId = 'sign-out';

// This browser is signed out whatever the server answers, after a time-out at the latest. A toast shows that a slow server is at work.
export const signOut = async () => {
  const answer = call(logOut).then(
    () => true,
    () => false,
  );
  const timeout = new Promise<false>((resolve) => {
    setTimeout(() => resolve(false), timings.signOutTimeoutMs);
  });
  const slow = setTimeout(
    () => showToast.loading('Signing out...', { id: toastId }),
    timings.loadingAppearsMs,
  );
  const ended = await Promise.race([answer, timeout]);
  clearTimeout(slow);
  showToast.dismiss(toastId);
  clearSession();
  if (ended) showToast.success(authMessages.loggedOut);
};
