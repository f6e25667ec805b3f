// The guards of the whole route table are one function of the address and the session, which says where a person
// belongs.
import { isEmailVerified, isProfileComplete } from '@ballast/contract/auth/account-state';
import type { User } from '@ballast/contract/profile';
import { isKeyPage, withoutTrailingSlash } from '@ballast/contract/screens';
import { cliAuth, cliAuthTarget } from '../session/cli-auth-target.ts';

export type Place = { pathname: string; search: string };
export type Visitor = { authenticated: boolean; user: User | null; secondFactorDue: boolean };

const secondFactor = '/auth/second-factor';

const withReturn = (path: string, target: string | null) =>
  target ? `${path}?${new URLSearchParams({ from: target })}` : path;

// Whoever has not shown the second factor yet belongs on its screen. The links of mails work for everybody all the same.
const findSecondFactorRedirect = ({ pathname, search }: Place, query: URLSearchParams) => {
  switch (pathname) {
    case '/auth':
      return withReturn(secondFactor, cliAuthTarget(query.get('from')));
    case cliAuth:
      return withReturn(secondFactor, `${pathname}${search}`);
    case '/verify-email':
      return query.has('token') ? null : secondFactor;
    case '/':
    case '/onboarding':
    case '/dashboard':
      return secondFactor;
    default:
      return null;
  }
};

export const findRedirect = (
  place: Place,
  { authenticated, user, secondFactorDue }: Visitor,
): string | null => {
  const { search } = place;
  const path = withoutTrailingSlash(place.pathname);
  const pathname = isKeyPage(path) ? '/dashboard' : path;
  const query = new URLSearchParams(search);
  const unverified = user !== null && !isEmailVerified(user);
  const signedIn = authenticated && user !== null;
  if (signedIn && secondFactorDue) return findSecondFactorRedirect({ pathname, search }, query);

  switch (pathname) {
    case '/':
      if (!signedIn) return '/auth';
      return unverified ? '/verify-email' : '/dashboard';
    case '/auth':
      if (!signedIn) return null;
      return cliAuthTarget(query.get('from')) ?? (unverified ? '/verify-email' : '/dashboard');
    case secondFactor: {
      const target = cliAuthTarget(query.get('from'));
      if (!signedIn) return withReturn('/auth', target);
      return target ?? (unverified ? '/verify-email' : '/dashboard');
    }
    case '/verify-email':
      // A link is also for those who are signed in and verified: it may confirm a new address, or be another account's.
      return signedIn && !unverified && !query.has('token') ? '/dashboard' : null;
    case '/onboarding':
      if (!signedIn) return '/auth';
      if (unverified) return '/verify-email';
      return isProfileComplete(user) ? '/dashboard' : null;
    case '/dashboard':
      if (!signedIn) return '/auth';
      return unverified ? '/verify-email' : null;
    case cliAuth:
      return signedIn ? null : withReturn('/auth', `${pathname}${search}`);
    // /auth/callback, /auth/this-was-not-me, /auth/keep-account, /reset-password, /support and unknown addresses are for everybody.
    default:
      return null;
  }
};
