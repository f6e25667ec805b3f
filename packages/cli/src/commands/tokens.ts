import {
  type CliDevice,
  cliLimits,
  createCliToken,
  listDevices,
  revokeDevice,
} from '@ballast/contract/cli/cli-auth';
import { cliScopes } from '@ballast/contract/cli/cli-scopes';
import { requireSignedIn } from '../account/signed-in.ts';
import { CliFailure } from '../failures.ts';
import { type AddCommand, addCommand } from '../help/add-command.ts';
import type { PortalCall } from '../network/portal-call.ts';
import { show, table } from '../terminal/output.ts';
import { confirmUnless } from '../terminal/prompts.ts';
import { localTime } from '../terminal/times.ts';
import { expiresOption, scopeOption } from './token-options.ts';

const addCreate: AddCommand = (tokens, context) =>
  addCommand(tokens, 'create', 'Create a token for a machine, for BALLAST_TOKEN', {
    examples: [
      ['ballast tokens create --name ci --scope read,keys:sandbox --expires 30d', 'prints the token'],
      ['ballast tokens create --name ci --scope faucet --json', 'with its id and expiry'],
    ],
    json: ['{ id, name, scopes, expiresAt, token }'],
  })
    .option('--name <name>', 'a name, such as the build server that uses it')
    .addOption(scopeOption(`what it may do: ${cliScopes.join(', ')}; several with commas`))
    .addOption(
      expiresOption(`for how many days, ${cliLimits.tokenDays} at most (default: ${cliLimits.tokenDays})`),
    )
    .action(async ({ name, scope, expires }) => {
      if (!name) throw new CliFailure('usage', 'Add a name: --name "build server".');
      if (!scope) throw new CliFailure('usage', `Say what it may do: --scope ${cliScopes.join(',')}.`);
      const { call } = await requireSignedIn(context);
      const body = { name, scopes: scope, ...(expires ? { expiresInDays: expires } : {}) };
      const { token, id, expiresAt, scopes } = await call(createCliToken, { body });
      show(context, { id, name, scopes, expiresAt, token }, ({ err }) => {
        // Only the token goes to stdout, so that it can be piped.
        err.print(
          `It may do: ${scopes.join(', ')}. It expires on ${localTime(expiresAt ?? '')}. It is shown once:`,
        );
        return token;
      });
    });

const time = (moment: string | null) => (moment ? localTime(moment) : 'never');

const rowOf = ({ name, kind, scopes, expiresAt, lastUsedAt, id }: CliDevice) => [
  name,
  kind,
  scopes.length === cliScopes.length ? 'all' : scopes.join(','),
  time(expiresAt),
  time(lastUsedAt),
  id,
];

const addList: AddCommand = (tokens, context) =>
  addCommand(
    tokens,
    'list',
    'List the tokens for machines and the devices that are signed in, newest first',
    {
      examples: [
        ['ballast tokens list', 'with their scopes and expiry'],
        ['ballast tokens list --json', 'with their ids'],
      ],
      aliases: ['ls'],
      json: [
        '[{ id, name, kind, createdAt, lastUsedAt, address, scopes, expiresAt, madeWith }]',
        'kind is device or machine; expiresAt is null without an expiry; madeWith lists the tokens it ends with',
      ],
    },
  ).action(async () => {
    const { call } = await requireSignedIn(context);
    const devices = await call(listDevices);
    const head = ['NAME', 'KIND', 'SCOPES', 'EXPIRES', 'LAST USED', 'ID'];
    show(context, devices, (terminal) =>
      table(terminal, head, devices.map(rowOf), ['ID', 'LAST USED', 'KIND']),
    );
  });

const findToken = async (call: PortalCall, wanted: string) => {
  const [only, another] = (await call(listDevices)).filter(
    ({ kind, id, name }) => kind === 'machine' && (id === wanted.toLowerCase() || name === wanted),
  );
  if (!only) throw new CliFailure('not_found', `There is no token "${wanted}" for a machine.`);
  if (another) throw new CliFailure('usage', `Several tokens are called "${wanted}": use the id.`);
  return only;
};

const addRevoke: AddCommand = (tokens, context) =>
  addCommand(tokens, 'revoke', 'Revoke a token for a machine; it stops working immediately', {
    examples: [
      ['ballast tokens revoke ci', 'asks first'],
      ['ballast tokens revoke ci --yes', "doesn't ask"],
    ],
    aliases: ['rm', 'delete'],
    json: ['{ id, name, revoked }'],
  })
    .argument('<token>', 'its name or id')
    .option('-y, --yes', "don't ask")
    .action(async (wanted, { yes }) => {
      const { call } = await requireSignedIn(context);
      const { id, name } = await findToken(call, wanted);
      const question = `${name} and the tokens made with it stop working immediately.`;
      await confirmUnless(yes, context, question, 'Revoke Token');
      await call(revokeDevice, { params: { id } });
      show(context, { id, name, revoked: true }, () => `${name} is revoked.`);
    });

export const addTokens: AddCommand = (program, context) => {
  const tokens = program.command('tokens').description('Manage tokens for machines');
  for (const add of [addCreate, addList, addRevoke]) add(tokens, context);
};
