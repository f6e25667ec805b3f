// Where a person belongs: the guards of the whole route table, as one function of the address and the session.
import { isEmailVerified, isProfileComplete, type User } from '@ballast/contract/profile';

export type Place = { pathname: string; search: string };
export type Visitor = { authenticated: boolean; user: User | null };

const cliAuth = '/cli/auth';

// Only an address of this very screen is followed: anything else could lead away from the portal.
const cliAuthTarget = (search: string) => {
  const from = new URLSearchParams(search).get('from');
  if (!from?.startsWith(cliAuth)) return null;
  const url = new URL(from, 'http://portal.invalid');
  return url.pathname === cliAuth ? `${cliAuth}${url.search}` : null;
};

export const redirectFor = (place: Place, { authenticated, user }: Visitor): string | null => {
  const { search } = place;
  const pathname = place.pathname.replace(/\/+$/, '') || '/';
  const unverified = user !== null && !isEmailVerified(user);
  const signedIn = authenticated && user !== null;

  switch (pathname) {
    case '/':
      if (!signedIn) return '/auth';
      return unverified ? '/verify-email' : '/dashboard';
    case '/auth':
      if (!signedIn) return null;
      return cliAuthTarget(search) ?? (unverified ? '/verify-email' : '/dashboard');
    case '/verify-email':
      return signedIn && !unverified ? '/dashboard' : null;
    case '/onboarding':
      if (!signedIn) return '/auth';
      if (unverified) return '/verify-email';
      return isProfileComplete(user) ? '/dashboard' : null;
    case '/dashboard':
      if (!signedIn) return '/auth';
      return unverified ? '/verify-email' : null;
    case cliAuth:
      return signedIn ? null : `/auth?${new URLSearchParams({ from: `${pathname}${search}` })}`;
    // /auth/callback, /reset-password, /support and unknown addresses are for everybody.
    default:
      return null;
  }
};
