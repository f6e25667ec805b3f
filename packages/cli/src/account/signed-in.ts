// A command gets its portal and its token here.

import type { Context } from '../context.ts';
import { CliFailure } from '../failures.ts';
import { type PortalCall, portalCall } from '../network/portal-call.ts';
import { type Chosen, chooseAccount, confirmStrangePortal, refuseForProject } from './choose-account.ts';
import { type Credentials, readCredentials } from './credentials.ts';

// A token goes to the portal that gave it, and to no other. A profile that the command names goes before the environment.
export const findCredentials = async (
  { env, flags }: Context,
  chosen: Chosen,
): Promise<Credentials | null> => {
  if (!env.BALLAST_TOKEN || flags.profile !== undefined) return readCredentials(env, chosen);
  refuseForProject(chosen, 'BALLAST_TOKEN');
  const { portal, profile } = chosen;
  return { portal, profile, token: env.BALLAST_TOKEN, place: 'environment', isGiven: true };
};

// What it recommends leads to the same portal and profile, and works there.
export const notSignedIn = ({ portal, profile, project }: Chosen, { flags, env }: Context) => {
  const isPortalNamed = flags.portal !== undefined;
  const isProfileNamed = Boolean(flags.profile || env.BALLAST_PROFILE);
  const isUsual = !isPortalNamed && !isProfileNamed && !project;
  const state = isUsual ? 'Not signed in.' : `Not signed in to ${portal} as ${profile}.`;
  const login = [
    'ballast login',
    ...(isPortalNamed ? [`--portal ${portal}`] : []),
    ...(isProfileNamed ? [`--profile ${profile}`] : []),
  ].join(' ');
  const orToken = isProfileNamed || project ? '' : ', or set BALLAST_TOKEN.';
  return new CliFailure('not_signed_in', `${state} Run ${login}${orToken}`);
};

export type SignedIn = { portal: string; credentials: Credentials; call: PortalCall };

// It signs in first when somebody is there to do it.
export const requireSignedIn = async (context: Context): Promise<SignedIn> => {
  const chosen = await chooseAccount(context);
  const { portal, profile } = chosen;
  const found = await findCredentials(context, chosen);
  if (!found) await confirmStrangePortal(context, chosen, 'Sign in there?', 'Sign In');
  if (!found && !context.terminal.interactive) throw notSignedIn(chosen, context);
  const credentials =
    found ??
    (await (await import('./sign-in.ts')).signIn(context, { portal, profile, browser: true })).credentials;
  return { portal, credentials, call: portalCall(context, portal, credentials.token) };
};
