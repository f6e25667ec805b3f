import {
  type Chosen,
  chooseAccount,
  confirmStrangePortal,
  refuseForProject,
} from '../account/choose-account.ts';
import type { TokenPlace } from '../account/credentials.ts';
import { credentialsFile } from '../account/credentials-file.ts';
import type { Context } from '../context.ts';
import { CliFailure } from '../failures.ts';
import { type AddCommand, addCommand } from '../help/add-command.ts';
import { show } from '../terminal/output.ts';
import { expiresOption, scopeOption } from './token-options.ts';

type SignedIn = { brandName: string; email: string | null; place: TokenPlace };

const report = (context: Context, { portal, profile }: Chosen, { brandName, email, place }: SignedIn) => {
  const { env, terminal } = context;
  if (env.BALLAST_TOKEN)
    terminal.err.print('BALLAST_TOKEN is set: commands use it instead of this sign-in until you unset it.');
  show(context, { portal, profile, email, tokenPlace: place }, () => [
    `Signed in to ${brandName} at ${portal}${email === null ? '' : ` as ${email}`}.`,
    place === 'keychain'
      ? 'The token is in the keychain of this computer.'
      : `The token is in ${credentialsFile(env)}, readable by you alone.`,
  ]);
};

// The wait for a person would end with the build's own time limit.
const refuseInCi = ({ env, terminal }: Context) => {
  if (!env.CI || terminal.isAttended) return;
  throw new CliFailure(
    'usage',
    'Nobody can authorize a sign-in in CI. Set BALLAST_TOKEN, or use ballast login --with-token.',
  );
};

const takeToken = async (context: Context, chosen: Chosen) => {
  refuseForProject(chosen, 'The token');
  const { readGivenToken, signInWith } = await import('../account/given-token.ts');
  report(context, chosen, await signInWith(context, chosen, await readGivenToken(context)));
};

export const addLogin: AddCommand = (program, context) =>
  addCommand(program, 'login', 'Sign in to the portal through your browser', {
    examples: [
      ['ballast login', 'sign in, or sign in again'],
      ['ballast login --portal https://portal.example', 'also sign in to another portal'],
      ['ballast login --profile work', 'also sign in to another account'],
      ['ballast login --no-browser', 'open the address on another device'],
      ['ballast login --scope read,keys:sandbox', 'a token with only these scopes'],
      ['ballast login --print-token', 'a token for CI; revoke it in Settings'],
      ['ballast login --with-token < token.txt', 'with a token you already have'],
    ],
    json: [
      '{ portal, profile, email, tokenPlace }',
      'tokenPlace is keychain or file; --print-token returns token instead',
      "email is null if the token can't read it",
    ],
  })
    .option('--no-browser', 'only print the URL, for example over SSH')
    .option('--print-token', 'print a new token instead of keeping it, for BALLAST_TOKEN')
    .option('--with-token', 'read a token from stdin and store it, without a browser')
    .addOption(scopeOption('limit the token to these scopes, separated by commas'))
    .addOption(expiresOption('how many days it works (default: until you revoke it)'))
    .action(async ({ browser, printToken, withToken, scope: scopes, expires: expiresInDays }) => {
      if (withToken && (printToken || scopes || expiresInDays))
        throw new CliFailure('usage', "--with-token can't be combined with the other options.");
      if (!withToken && browser) refuseInCi(context);
      const chosen = await chooseAccount(context);
      if (withToken) return takeToken(context, chosen);
      await confirmStrangePortal(context, chosen, 'Sign in there?', 'Sign In');
      const { portal, profile } = chosen;
      const request = { portal, browser, scopes, expiresInDays };
      const { obtainToken, signIn } = await import('../account/sign-in.ts');
      if (printToken) {
        const { user, token } = await obtainToken(context, request);
        return show(context, { portal, email: user.email, token }, () => token);
      }
      const { brandName, user, credentials } = await signIn(context, { ...request, profile });
      report(context, chosen, { brandName, email: user.email, place: credentials.place });
    });
