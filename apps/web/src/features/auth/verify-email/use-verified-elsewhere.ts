import { getSignUpStatus } from '@ballast/contract/auth/auth';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { timings } from '../../../lib/timings.ts';
import { call } from '../../../session/api.ts';
import { stored } from '../../../session/browser-storage.ts';
import { cliAuthSignInPath } from '../../../session/cli-auth-return.ts';

// The sign-in form has the address already, and the cursor in the password.
export const signInNext = { authStep: 'sign-in', emailVerified: true } as const;

// Many people sign up on a laptop and open the link on their phone. The laptop goes on by itself.
export const useVerifiedElsewhere = (isWaiting: boolean) => {
  const navigate = useNavigate();
  useEffect(() => {
    const email = stored.verificationEmail.read();
    if (!isWaiting || !email) return;
    const look = async () => {
      // A hidden window asks when it is shown again. A failed question is asked again soon.
      if (document.hidden) return;
      const { verified } = await call(getSignUpStatus, { body: { email } }).catch(() => ({
        verified: false,
      }));
      if (verified) navigate({ href: cliAuthSignInPath() ?? '/auth', replace: true, state: signInNext });
    };
    const timer = setInterval(look, timings.signUpStatusPollMs);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [isWaiting, navigate]);
};
