import type { Session } from '@ballast/contract/auth/session';
import type { User } from '@ballast/contract/profile';
import { stored } from '../../../session/browser-storage.ts';
import { keepCliAuthReturn } from '../../../session/cli-auth-return.ts';
import { signIn } from '../../../session/sign-in.ts';

export const finishSignIn = ({ user, session }: { user: User; session: Session | null }) => {
  if (session) {
    stored.lastWayIn.write('email');
    signIn(user, session);
    return 'signed-in' as const;
  }
  stored.verificationEmail.write(user.email);
  keepCliAuthReturn(new URLSearchParams(window.location.search).get('from'));
  return 'verify-email' as const;
};
