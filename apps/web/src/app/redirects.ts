// The guards of the whole route table are one function of the address and the session, which says where a person
// belongs.
import { isEmailVerified, isProfileComplete } from '@ballast/contract/account-state';
import type { User } from '@ballast/contract/profile';
import { readEmailChangeToken } from '../features/auth/verify-email/email-change-token.ts';
import { cliAuth, cliAuthTarget } from '../session/cli-auth-target.ts';

export type Place = { pathname: string; search: string };
export type Visitor = { authenticated: boolean; user: User | null };

export const findRedirect = (place: Place, { authenticated, user }: Visitor): string | null => {
  const { search } = place;
  const pathname = place.pathname.replace(/\/+$/, '') || '/';
  const query = new URLSearchParams(search);
  const unverified = user !== null && !isEmailVerified(user);
  const signedIn = authenticated && user !== null;

  switch (pathname) {
    case '/':
      if (!signedIn) return '/auth';
      return unverified ? '/verify-email' : '/dashboard';
    case '/auth':
      if (!signedIn) return null;
      return cliAuthTarget(query.get('from')) ?? (unverified ? '/verify-email' : '/dashboard');
    case '/verify-email':
      // The link that confirms a new address is also for those whose old one is verified.
      return signedIn && !unverified && !readEmailChangeToken(query) ? '/dashboard' : null;
    case '/onboarding':
      if (!signedIn) return '/auth';
      if (unverified) return '/verify-email';
      return isProfileComplete(user) ? '/dashboard' : null;
    case '/dashboard':
      if (!signedIn) return '/auth';
      return unverified ? '/verify-email' : null;
    case cliAuth:
      return signedIn ? null : `/auth?${new URLSearchParams({ from: `${pathname}${search}` })}`;
    // /auth/callback, /auth/this-was-not-me, /reset-password, /support and unknown addresses are for everybody.
    default:
      return null;
  }
};
