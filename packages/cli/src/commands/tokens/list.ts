import { type CliDevice, listDevices } from '@ballast/contract/cli/cli-auth';
import { cliScopes } from '@ballast/contract/cli/cli-scopes';
import type { Command } from 'commander';
import { requireSignedIn } from '../../account/signed-in.ts';
import type { Context } from '../../context.ts';
import { addHelp } from '../../help/command-help.ts';
import { printJson, table } from '../../terminal/output.ts';
import { localTime } from '../../terminal/times.ts';

const time = (moment: string | null) => (moment ? localTime(moment) : 'never');

const rowOf = ({ name, kind, scopes, expiresAt, lastUsedAt, id }: CliDevice) => [
  name,
  kind,
  scopes.length === cliScopes.length ? 'all' : scopes.join(','),
  time(expiresAt),
  time(lastUsedAt),
  id,
];

const list = async (context: Context, { json }: { json?: boolean }) => {
  const { terminal } = context;
  const { call } = await requireSignedIn(context);
  const tokens = await call(listDevices);
  if (json) return printJson(terminal, tokens);
  const head = ['NAME', 'KIND', 'SCOPES', 'EXPIRES', 'LAST USED', 'ID'];
  terminal.out.print(table(terminal, head, tokens.map(rowOf), ['ID', 'LAST USED', 'KIND']));
};

export const addListTokens = (tokens: Command, context: Context) =>
  addHelp(
    tokens
      .command('list')
      .description('List the tokens for machines and the devices that are signed in, newest first')
      .action((options: { json?: boolean }) => list(context, options)),
    {
      examples: [
        ['ballast tokens list', 'what each may do and until when'],
        ['ballast tokens list --json', 'with their ids'],
      ],
      json: [
        '[{ id, name, kind, createdAt, lastUsedAt, address, scopes, expiresAt, madeWith }]',
        'kind is device or machine; expiresAt is null where it has no end; madeWith are the ids whose end ends it',
      ],
    },
  );
