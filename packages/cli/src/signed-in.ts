// A command gets its portal and its token here.
import { type Chosen, chooseAccount, confirmStrangePortal, refuseForProject } from './choose-account.ts';
import type { Context } from './context.ts';
import { type Credentials, readCredentials } from './credentials.ts';
import { CliFailure } from './failures.ts';
import { type PortalCall, portalCall } from './portal-call.ts';

// A token goes to the portal that gave it, and to no other. A profile that the command names goes before the environment.
export const findCredentials = async (
  { env, flags }: Context,
  chosen: Chosen,
): Promise<Credentials | null> => {
  if (!env.BALLAST_TOKEN || flags.profile !== undefined) return readCredentials(env, chosen);
  refuseForProject(chosen, 'BALLAST_TOKEN');
  return { portal: chosen.portal, profile: chosen.profile, token: env.BALLAST_TOKEN, place: 'environment' };
};

const notSignedIn = ({ portal, profile }: Chosen, { flags, env }: Context) =>
  flags.profile || env.BALLAST_PROFILE
    ? `Not signed in to ${portal} as ${profile}. Run ballast login --profile ${profile}`
    : 'Not signed in. Run ballast login, or set BALLAST_TOKEN.';

export type SignedIn = { portal: string; credentials: Credentials; call: PortalCall };

// It signs in first when somebody is there to do it.
export const requireSignedIn = async (context: Context): Promise<SignedIn> => {
  const chosen = await chooseAccount(context);
  const { portal, profile } = chosen;
  const found = await findCredentials(context, chosen);
  if (!found && !context.terminal.interactive)
    throw new CliFailure('not_signed_in', notSignedIn(chosen, context));
  if (!found) await confirmStrangePortal(context, chosen, 'Sign in there?', 'Sign In');
  const credentials =
    found ??
    (await (await import('./sign-in.ts')).signIn(context, { portal, profile, browser: true })).credentials;
  return { portal, credentials, call: portalCall(context, portal, credentials.token) };
};
