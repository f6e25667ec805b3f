import { getProfile } from '@ballast/contract/profile';
import type { Command } from 'commander';
import { defaultProfile } from '../account/credentials-file.ts';
import { requireSignedIn } from '../account/signed-in.ts';
import type { Context } from '../context.ts';
import { addHelp } from '../help/command-help.ts';
import { facts, printJson } from '../terminal/output.ts';

const whoAmI = async (context: Context, options: { json?: boolean }) => {
  const { terminal } = context;
  const { portal, credentials, call } = await requireSignedIn(context);
  const { email, fullName } = await call(getProfile);
  const { place: tokenPlace, profile } = credentials;
  if (options.json) return printJson(terminal, { email, fullName, portal, profile, tokenPlace });
  const lines: [string, string][] = [
    ['Email', email],
    ...(fullName ? [['Name', fullName] satisfies [string, string]] : []),
    ['Portal', portal],
    ...(profile === defaultProfile ? [] : [['Profile', profile] satisfies [string, string]]),
    ['Token', tokenPlace],
  ];
  terminal.out.print(facts(terminal, lines));
};

export const addWhoami = (program: Command, context: Context) =>
  addHelp(
    program
      .command('whoami')
      .description('Show who is signed in')
      .action((options: { json?: boolean }) => whoAmI(context, options)),
    {
      examples: [
        ['ballast whoami', 'account, portal and where the token is kept'],
        ['BALLAST_TOKEN=… ballast whoami --json', 'check a token in CI'],
      ],
      json: [
        '{ email, fullName, portal, profile, tokenPlace }',
        'tokenPlace is keychain, file or environment',
      ],
    },
  );
