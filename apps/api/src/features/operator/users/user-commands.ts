import { cliScopes } from '@ballast/contract/cli/cli-scopes';
import { counted } from '@ballast/contract/counted';
import { eitherOf } from '@ballast/contract/http/field';
import * as contract from '@ballast/contract/operator/users';
import type { Command } from '@commander-js/extra-typings';
import { formatTable, listRows, minuteOf } from '../command-line/format-table.ts';
import { UsageProblem } from '../command-line/problems.ts';
import { type AddCommands, needReason } from '../command-line/session.ts';

type Page = { users: contract.OperatorUser[]; nextCursor: string | null };

const lastUse = (at: string | null) => (at ? `${minuteOf(at)} UTC` : 'never used');

const formatUsers = ({ users, nextCursor }: Page) => {
  if (!users.length) return 'No users.';
  const head = ['ID', 'STATUS', 'EMAIL', 'NAME', 'COMPANY', 'KEYS', 'SINCE (UTC)'];
  const rows = users.map((user) => [
    user.id,
    user.status,
    user.emailVerified ? user.email : `${user.email} (not verified)`,
    user.fullName ?? '',
    user.company ?? '',
    String(user.activeKeys),
    minuteOf(user.createdAt),
  ]);
  const more = nextCursor ? [`There is more: --cursor ${nextCursor}`] : [];
  return [formatTable([head, ...rows]), ...more].join('\n');
};

const statusRows = ({ status, suspendedAt, suspendedReason, deletesAt }: contract.OperatorUserDetails) => [
  ['Status', status],
  ...(suspendedAt ? [['Suspended', `${minuteOf(suspendedAt)} UTC`]] : []),
  ...(suspendedReason ? listRows('Reason', suspendedReason.split('\n')) : []),
  ...(deletesAt ? [['Deleted on', `${minuteOf(deletesAt)} UTC`]] : []),
];

type CommandLine = contract.OperatorUserDetails['commandLines'][number];

const scopesText = ({ scopes }: CommandLine) =>
  scopes.length === cliScopes.length ? 'all scopes' : scopes.join(' ');

const formatCommandLine = (line: CommandLine) => {
  const { deviceName, kind, address, lastUsedAt, expiresAt } = line;
  const end = expiresAt ? `until ${minuteOf(expiresAt)} UTC` : 'until revoked';
  return `${deviceName} (${kind}) from ${address}, ${lastUse(lastUsedAt)}, ${scopesText(line)}, ${end}`;
};

const formatFactors = ({ secondFactors, factorsResetAt }: contract.OperatorUserDetails) =>
  `${secondFactors}${factorsResetAt ? `, will be removed at ${minuteOf(factorsResetAt)} UTC` : ''}`;

const formatUser = (user: contract.OperatorUserDetails) =>
  formatTable([
    ['User', user.id],
    ['Email', user.emailVerified ? user.email : `${user.email} (not verified)`],
    ['Name', user.fullName ?? ''],
    ['Company', user.company ?? ''],
    ...statusRows(user),
    ['Since', `${minuteOf(user.createdAt)} UTC`],
    ['Signs in with', user.signsInWith.join(', ') || 'nothing yet'],
    ['Second steps', formatFactors(user)],
    ['Open requests', String(user.openRequests)],
    ...listRows(
      'Sessions',
      user.sessions.map(
        ({ lastSeenAt, address, userAgent }) => `${minuteOf(lastSeenAt)} UTC from ${address} (${userAgent})`,
      ),
    ),
    ...listRows('Devices', user.commandLines.map(formatCommandLine)),
    ...listRows(
      `Keys (${user.activeKeys})`,
      user.keys.map(
        ({ id, name, environment, status, rateLimit, lastUsedAt }) =>
          `${id}  ${name} (${environment}), ${status}, ${rateLimit} req/sec, ${lastUse(lastUsedAt)}`,
      ),
    ),
  ]);

const formatErased = (erased: contract.ErasedUser) =>
  [
    `User ${erased.id} was deleted, with all its data and ${counted(erased.jobs, 'job')} of the queue. Kept:`,
    ...erased.kept.map(({ what, why }) => `  ${what}: ${why}`),
  ].join('\n');

const readStatus = (word: string | undefined) => {
  if (word === undefined) return undefined;
  const status = contract.userStatuses.find((each) => each === word.toLowerCase());
  if (!status) throw new UsageProblem(`status must be ${eitherOf(contract.userStatuses)}`);
  return status;
};

const openForOne =
  (users: Command) =>
  (name: string, description: string, usage = '') =>
    users
      .command(name)
      .description(description)
      .usage(usage)
      .argument('<WHO>', 'Add the user: an id, the start of an id, or an email.');

// They cannot be undone, or hand out all that is known about somebody: each wants a reason.
const addGravestCommands: AddCommands = (users, { call, print }) => {
  const addForOne = openForOne(users);
  addForOne(
    'reset-factors',
    `removes lost second steps, passkeys and recovery codes after ${contract.operatorUserLimits.resetHours} hours, and emails the owner now; --now needs --as with a second name`,
    'WHO --reason TEXT [--now]',
  )
    .option('--reason <TEXT>')
    .option('--now')
    .action(async (who, { reason, now = false }) => {
      const body = { reason: needReason(reason), now };
      print(await call(contract.resetFactors, { params: { who }, body }), formatUser);
    });
  addForOne(
    'export',
    'exports everything the portal holds about the account, as JSON; the export is logged',
    'WHO --reason TEXT',
  )
    .option('--reason <TEXT>')
    .action(async (who, options) => {
      const query = { reason: needReason(options.reason) };
      print(JSON.parse(await call(contract.exportUser, { params: { who }, query })), null);
    });
  addForOne('delete', 'deletes the account and all its data for good', 'WHO --reason TEXT --yes')
    .option('--reason <TEXT>')
    .option('--yes')
    .action(async (who, { reason, yes }) => {
      const query = { reason: needReason(reason) };
      if (!yes)
        throw new UsageProblem('Add --yes. This deletes the account immediately, and you can’t undo it.');
      print(await call(contract.eraseUser, { params: { who }, query }), formatErased);
    });
};

export const addUserCommands: AddCommands = (program, session) => {
  const { call, print } = session;
  const users = program.command('users');
  const addForOne = openForOne(users);
  users
    .command('list')
    .description('lists accounts, newest first')
    .usage('[--search TEXT] [--status active|suspended|deleted] [--limit NUMBER] [--cursor CURSOR]')
    .option('--search <TEXT>')
    .option('--status <STATUS>')
    .option('--limit <NUMBER>')
    .option('--cursor <CURSOR>')
    .action(async ({ status, ...query }) =>
      print(await call(contract.listUsers, { query: { ...query, status: readStatus(status) } }), formatUsers),
    );
  addForOne('show', 'shows one account with its sessions and keys; the view is logged').action(async (who) =>
    print(await call(contract.showUser, { params: { who } }), formatUser),
  );
  addForOne('suspend', 'blocks sign-in, and stops sessions and keys immediately', 'WHO --reason TEXT')
    .option('--reason <TEXT>')
    .action(async (who, options) => {
      const body = { reason: needReason(options.reason) };
      print(await call(contract.suspendUser, { params: { who }, body }), formatUser);
    });
  addForOne('restore', 'ends a suspension; keys work again, sessions stay signed out').action(async (who) =>
    print(await call(contract.restoreUser, { params: { who } }), formatUser),
  );
  addForOne('end-sessions', 'signs out every browser and device').action(async (who) =>
    print(
      await call(contract.endUserSessions, { params: { who } }),
      ({ sessions, commandLines }) =>
        `Signed out: ${counted(sessions, 'browser')}, ${counted(commandLines, 'command line')}.`,
    ),
  );
  addGravestCommands(users, session);
};
