// A sign-in replaces the token that this device had for the same portal and profile.
import { logOutCli } from '@ballast/contract/cli/cli-auth';
import type { Context } from '../context.ts';
import type { CliFailure } from '../failures.ts';
import { portalCall } from '../network/portal-call.ts';
import type { Credentials } from './credentials.ts';

// Revokes it at its own portal. A token that was made elsewhere may still be in use there.
export const revokeFormer = async (context: Context, former: Credentials | null) => {
  if (!former || former.isGiven) return;
  try {
    await portalCall(context, former.portal, former.token)(logOutCli);
  } catch (error) {
    if ((error as CliFailure).code === 'not_signed_in') return;
    context.terminal.err.print(
      `The former token of this device could not be revoked at ${former.portal}. Revoke it in Settings there.`,
    );
  }
};
