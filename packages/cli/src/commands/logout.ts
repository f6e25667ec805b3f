import { logOutCli } from '@ballast/contract/cli/cli-auth';
import { findAccount } from '../account/choose-account.ts';
import { forgetToken, readCredentials } from '../account/credentials.ts';
import { CliFailure } from '../failures.ts';
import { type AddCommand, addCommand } from '../help/add-command.ts';
import { portalCall } from '../network/portal-call.ts';
import { show } from '../terminal/output.ts';

export const addLogout: AddCommand = (program, context) =>
  addCommand(program, 'logout', 'Revoke the token of this device and forget it', {
    examples: [
      ['ballast logout', 'end the sign-in of this device'],
      ['ballast logout --profile work', 'only this one'],
    ],
    json: ['{ portal, profile, revoked }', 'revoked is false for a token from login --with-token'],
  }).action(async () => {
    const { env } = context;
    const chosen = await findAccount(context);
    const credentials = chosen && (await readCredentials(env, chosen));
    if (!credentials)
      throw new CliFailure(
        'not_signed_in',
        env.BALLAST_TOKEN
          ? 'Not signed in on this device. BALLAST_TOKEN comes from the environment: revoke it in Settings.'
          : 'Not signed in.',
      );
    const { portal, profile, token, isGiven } = credentials;
    // It was made elsewhere, where it may still be in use.
    if (isGiven) {
      await forgetToken(env, credentials);
      return show(context, { portal, profile, revoked: false }, () => [
        `Signed out of ${portal}. The token was not made on this device, so it still works.`,
        'Revoke it in Settings there.',
      ]);
    }
    const call = portalCall(context, portal, token);
    const problem = await call(logOutCli).then(
      () => null,
      (error: CliFailure) => error,
    );
    await forgetToken(env, credentials);
    // A token that the portal no longer knows is as revoked as it can be.
    if (problem && problem.code !== 'not_signed_in')
      throw new CliFailure(
        problem.code,
        `Signed out here, but the token could not be revoked at ${portal}. Revoke it in Settings there. ${problem.message}`,
      );
    show(context, { portal, profile, revoked: true }, () => `Signed out of ${portal}. The token is revoked.`);
  });
