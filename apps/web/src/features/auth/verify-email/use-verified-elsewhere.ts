import { getSignUpStatus } from '@ballast/contract/auth/auth';
import { useQuery } from '@tanstack/react-query';
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
  const email = stored.verificationEmail.read();
  const { data } = useQuery({
    queryKey: ['sign-up-status', email],
    queryFn: () => call(getSignUpStatus, { body: { email: email ?? '' } }),
    enabled: isWaiting && email !== null,
    refetchInterval: timings.signUpStatusPollMs,
    retry: false,
  });
  const isVerified = isWaiting && data?.verified === true;
  useEffect(() => {
    if (isVerified) navigate({ href: cliAuthSignInPath() ?? '/auth', replace: true, state: signInNext });
  }, [isVerified, navigate]);
};
