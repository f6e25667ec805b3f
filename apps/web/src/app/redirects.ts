// The guard of every screen: a function of the address and the session that says where a visitor belongs.
import { isEmailVerified, isProfileComplete } from '@ballast/contract/auth/account-state';
import type { User } from '@ballast/contract/profile';
import { type Access, findScreen, screens } from '@ballast/contract/screens';
import { cliAuthTarget } from '../session/cli-auth-target.ts';

export type Place = { pathname: string; search: string };
export type Visitor = { authenticated: boolean; user: User | null; secondFactorDue: boolean };

type Visit = {
  user: User | null;
  secondFactorDue: boolean;
  address: string;
  // The command line's request that a sign-in returns to.
  target: string | null;
  hasToken: boolean;
};

const signIn = screens.auth.path;
const secondFactor = screens['second-factor'].path;
const verifyEmail = screens['verify-email'].path;
const dashboard = screens.dashboard.path;

const withReturn = (path: string, target: string | null) =>
  target ? `${path}?${new URLSearchParams({ from: target })}` : path;

const homeOf = ({ user, secondFactorDue }: Visit) => {
  if (!user) return signIn;
  if (secondFactorDue) return secondFactor;
  return isEmailVerified(user) ? dashboard : verifyEmail;
};

const homeUnless = (here: string, visit: Visit) => {
  const home = homeOf(visit);
  return home === here ? null : home;
};

const guards: Record<Access, (visit: Visit) => string | null> = {
  everybody: () => null,
  nobody: homeOf,
  'signed-out': (visit) => {
    if (!visit.user) return null;
    if (visit.secondFactorDue) return withReturn(secondFactor, visit.target);
    return visit.target ?? homeOf(visit);
  },
  'signed-in': ({ user, secondFactorDue, address }) => {
    if (!user) return withReturn(signIn, address);
    return secondFactorDue ? withReturn(secondFactor, address) : null;
  },
  'second-factor': (visit) => {
    if (!visit.user) return withReturn(signIn, visit.target);
    return visit.secondFactorDue ? null : (visit.target ?? homeOf(visit));
  },
  // A link also works for those who are signed in and verified: it may confirm a new address, or be another account's.
  unverified: (visit) => (!visit.user || visit.hasToken ? null : homeUnless(verifyEmail, visit)),
  members: (visit) => homeUnless(dashboard, visit),
  newcomers: (visit) =>
    homeUnless(dashboard, visit) ?? (visit.user && isProfileComplete(visit.user) ? dashboard : null),
};

export const findRedirect = ({ pathname, search }: Place, visitor: Visitor) => {
  const screen = findScreen(pathname);
  if (!screen) return null;
  const query = new URLSearchParams(search);
  return guards[screen.access]({
    user: visitor.authenticated ? visitor.user : null,
    secondFactorDue: visitor.secondFactorDue,
    address: `${screen.path}${search}`,
    target: cliAuthTarget(query.get('from')),
    hasToken: query.has('token'),
  });
};
