import type { CliScope } from '@ballast/contract/cli/cli-scopes';
import type { Command } from 'commander';
import { chooseAccount, confirmStrangePortal } from '../account/choose-account.ts';
import type { TokenPlace } from '../account/credentials.ts';
import { credentialsFile } from '../account/credentials-file.ts';
import type { Context } from '../context.ts';
import { addHelp } from '../help/command-help.ts';
import { printJson } from '../terminal/output.ts';
import { expiresOption, scopeOption } from './tokens/token-options.ts';

type Options = {
  browser: boolean;
  printToken?: boolean;
  scope?: CliScope[];
  expires?: number;
  json?: boolean;
};

const whereKept = (env: NodeJS.ProcessEnv, place: TokenPlace) =>
  place === 'keychain'
    ? 'The token is in the keychain of this computer.'
    : `The token is in ${credentialsFile(env)}, readable by you alone.`;

const logIn = async (context: Context, options: Options) => {
  const { env, terminal } = context;
  const chosen = await chooseAccount(context);
  await confirmStrangePortal(context, chosen, 'Sign in there?', 'Sign In');
  const { portal, profile } = chosen;
  const granted = { scopes: options.scope, expiresInDays: options.expires };
  const { obtainToken, signIn } = await import('../account/sign-in.ts');
  if (options.printToken) {
    const { user, token } = await obtainToken(context, { portal, browser: options.browser, ...granted });
    if (options.json) return printJson(terminal, { portal, email: user.email, token });
    return terminal.out.print(token);
  }
  const { brandName, user, credentials } = await signIn(context, {
    portal,
    profile,
    browser: options.browser,
    ...granted,
  });
  if (env.BALLAST_TOKEN)
    terminal.err.print('BALLAST_TOKEN is set: commands use it instead of this sign-in until you unset it.');
  if (options.json)
    return printJson(terminal, { portal, profile, email: user.email, tokenPlace: credentials.place });
  terminal.out.print([
    `Signed in to ${brandName} at ${portal} as ${user.email}.`,
    whereKept(env, credentials.place),
  ]);
};

export const addLogin = (program: Command, context: Context) =>
  addHelp(
    program
      .command('login')
      .description('Sign in to the portal through your browser')
      .option('--no-browser', 'only print the address, for example over SSH')
      .option('--print-token', 'print a new token instead of keeping it, for BALLAST_TOKEN')
      .addOption(scopeOption('ask for less than everything; several with commas'))
      .addOption(expiresOption('for how many days (default: until it is revoked)'))
      .action((options: Options) => logIn(context, options)),
    {
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
    },
  );
