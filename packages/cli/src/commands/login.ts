import { chooseAccount, confirmStrangePortal } from '../account/choose-account.ts';
import { credentialsFile } from '../account/credentials-file.ts';
import { type AddCommand, addCommand } from '../help/add-command.ts';
import { show } from '../terminal/output.ts';
import { expiresOption, scopeOption } from './token-options.ts';

export const addLogin: AddCommand = (program, context) =>
  addCommand(program, 'login', 'Sign in to the portal through your browser', {
    examples: [
      ['ballast login', 'sign in, or sign in again'],
      ['ballast login --portal https://portal.example', 'sign in to another portal, too'],
      ['ballast login --profile work', 'sign in to another account, too'],
      ['ballast login --no-browser', 'open the address on another device'],
      ['ballast login --scope read,keys:sandbox', 'a sign-in that may do no more'],
      ['ballast login --print-token', 'a token for CI; Settings lists and revokes it'],
    ],
    json: [
      '{ portal, profile, email, tokenPlace }',
      'tokenPlace is keychain or file; with --print-token there is token instead',
    ],
  })
    .option('--no-browser', 'only print the address, for example over SSH')
    .option('--print-token', 'print a new token instead of keeping it, for BALLAST_TOKEN')
    .addOption(scopeOption('ask for less than everything; several with commas'))
    .addOption(expiresOption('for how many days (default: until it is revoked)'))
    .action(async ({ browser, printToken, scope: scopes, expires: expiresInDays }) => {
      const { env, terminal } = context;
      const chosen = await chooseAccount(context);
      await confirmStrangePortal(context, chosen, 'Sign in there?', 'Sign In');
      const { portal, profile } = chosen;
      const request = { portal, browser, scopes, expiresInDays };
      const { obtainToken, signIn } = await import('../account/sign-in.ts');
      if (printToken) {
        const { user, token } = await obtainToken(context, request);
        return show(context, { portal, email: user.email, token }, () => token);
      }
      const { brandName, user, credentials } = await signIn(context, { ...request, profile });
      const { email } = user;
      if (env.BALLAST_TOKEN)
        terminal.err.print(
          'BALLAST_TOKEN is set: commands use it instead of this sign-in until you unset it.',
        );
      show(context, { portal, profile, email, tokenPlace: credentials.place }, () => [
        `Signed in to ${brandName} at ${portal} as ${email}.`,
        credentials.place === 'keychain'
          ? 'The token is in the keychain of this computer.'
          : `The token is in ${credentialsFile(env)}, readable by you alone.`,
      ]);
    });
