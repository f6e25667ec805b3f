import { logOutCli } from '@ballast/contract/cli/cli-auth';
import type { Command } from 'commander';
import { findAccount } from '../account/choose-account.ts';
import { forgetToken, readCredentials } from '../account/credentials.ts';
import type { Context } from '../context.ts';
import { CliFailure } from '../failures.ts';
import { addHelp } from '../help/command-help.ts';
import { portalCall } from '../network/portal-call.ts';
import { printJson } from '../terminal/output.ts';

const logOut = async (context: Context, options: { json?: boolean }) => {
  const { env, terminal } = context;
  const chosen = await findAccount(context);
  const credentials = chosen && (await readCredentials(env, chosen));
  if (!credentials) {
    throw new CliFailure(
      'not_signed_in',
      env.BALLAST_TOKEN
        ? 'Not signed in on this device. BALLAST_TOKEN comes from the environment: revoke it in Settings.'
        : 'Not signed in.',
    );
  }
  const { portal, profile, token } = credentials;
  const problem: CliFailure | null = await portalCall(
    context,
    portal,
    token,
  )(logOutCli).then(
    () => null,
    (error) => error,
  );
  await forgetToken(env, credentials);
  // A token that the portal no longer knows is as revoked as it can be.
  if (problem && problem.code !== 'not_signed_in') {
    throw new CliFailure(
      problem.code,
      `Signed out here, but the token could not be revoked at ${portal}. Revoke it in Settings there. ${problem.message}`,
    );
  }
  if (options.json) return printJson(terminal, { portal, profile, revoked: true });
  terminal.out.print(`Signed out of ${portal}. The token is revoked.`);
};

export const addLogout = (program: Command, context: Context) =>
  addHelp(
    program
      .command('logout')
      .description('Revoke the token of this device and forget it')
      .action((options: { json?: boolean }) => logOut(context, options)),
    {
      examples: [
        ['ballast logout', 'end the sign-in of this device'],
        ['ballast logout --profile work', 'that one, and no other'],
      ],
      json: ['{ portal, profile, revoked }'],
    },
  );
