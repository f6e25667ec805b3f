// A command gets its portal and its token here.
import type { Context } from './context.ts';
import { type Credentials, readCredentials } from './credentials.ts';
import { CliFailure } from './failures.ts';
import { findPortal } from './portal-address.ts';
import { type PortalCall, portalCall } from './portal-call.ts';

// A token goes to the portal that gave it, and to no other.
export const findCredentials = async ({ env }: Context, portal: string): Promise<Credentials | null> => {
  if (env.BALLAST_TOKEN) return { portal, token: env.BALLAST_TOKEN, place: 'environment' };
  const stored = await readCredentials(env);
  return stored?.portal === portal ? stored : null;
};

export type SignedIn = { portal: string; credentials: Credentials; call: PortalCall };

// It signs in first when somebody is there to do it.
export const requireSignedIn = async (context: Context): Promise<SignedIn> => {
  const { terminal } = context;
  const portal = await findPortal(context);
  const found = await findCredentials(context, portal);
  if (!found && !terminal.interactive)
    throw new CliFailure('not_signed_in', 'Not signed in. Run ballast login, or set BALLAST_TOKEN.');
  const credentials =
    found ?? (await (await import('./sign-in.ts')).signIn(context, { portal, browser: true })).credentials;
  return { portal, credentials, call: portalCall(terminal, portal, credentials.token) };
};
