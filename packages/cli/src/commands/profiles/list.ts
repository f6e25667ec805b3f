import type { Command } from 'commander';
import { findAccount } from '../../account/choose-account.ts';
import { readCredentialsFile } from '../../account/credentials-file.ts';
import type { Context } from '../../context.ts';
import { addHelp } from '../../help/command-help.ts';
import { printJson, table } from '../../terminal/output.ts';

const list = async (context: Context, options: { json?: boolean }) => {
  const { env, terminal } = context;
  const chosen = await findAccount(context);
  const { signIns } = await readCredentialsFile(env);
  const profiles = signIns.map(({ portal, profile, email = null, token }) => ({
    profile,
    portal,
    email,
    tokenPlace: token === undefined ? 'keychain' : 'file',
    current: chosen?.portal === portal && chosen.profile === profile,
  }));
  if (options.json) return printJson(terminal, profiles);
  if (!profiles.length) return terminal.err.print('Nobody is signed in. Run ballast login.');
  const rows = profiles.map(({ profile, portal, email, tokenPlace, current }) => [
    profile,
    portal,
    email ?? '-',
    tokenPlace,
    current ? 'in use' : '',
  ]);
  const head = ['PROFILE', 'PORTAL', 'EMAIL', 'TOKEN', ''];
  terminal.out.print(table(terminal, head, rows, ['TOKEN', 'EMAIL']));
};

export const addListProfiles = (profiles: Command, context: Context) =>
  addHelp(
    profiles
      .command('list', { isDefault: true })
      .description('List the sign-ins of this device, and which of them commands use here')
      .action((options: { json?: boolean }) => list(context, options)),
    {
      examples: [
        ['ballast profiles', 'all of them'],
        ["ballast profiles list --json | jq -r '.[] | select(.current).email'", 'who is used here'],
      ],
      json: ['[{ profile, portal, email, tokenPlace, current }]', 'tokenPlace is keychain or file'],
    },
  );
