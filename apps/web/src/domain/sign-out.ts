import { authMessages, logOut } from '@ballast/contract/auth';
import { timings } from '../lib/timings.ts';
import { call } from '../session/api.ts';
import { clearSession } from '../session/store.ts';
import { showToast } from '../ui/toast.tsx';

// Whatever the server answers, this browser is signed out, and soon.
export const signOut = async () => {
  const answered = call(logOut).then(
    () => true,
    () => false,
  );
  const patience = new Promise<false>((resolve) => {
    setTimeout(() => resolve(false), timings.signOutPatienceMs);
  });
  const ended = await Promise.race([answered, patience]);
  clearSession();
  if (ended) showToast.success(authMessages.loggedOut);
};
