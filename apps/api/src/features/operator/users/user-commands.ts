import { cliScopes } from '@ballast/contract/cli/cli-scopes';
import { counted } from '@ballast/contract/counted';
import { eitherOf } from '@ballast/contract/http/field';
import * as contract from '@ballast/contract/operator/users';
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

const formatUser = (user: contract.OperatorUserDetails) =>
  formatTable([
    ['User', user.id],
    ['Email', user.emailVerified ? user.email : `${user.email} (not verified)`],
    ['Name', user.fullName ?? ''],
    ['Company', user.company ?? ''],
    ...statusRows(user),
    ['Since', `${minuteOf(user.createdAt)} UTC`],
    ['Signs in with', user.signsInWith.join(', ') || 'nothing yet'],
    ['Second factors', String(user.secondFactors)],
    ['Open requests', String(user.openRequests)],
    ...listRows(
      'Sessions',
      user.sessions.map(
        ({ lastSeenAt, address, userAgent }) => `${minuteOf(lastSeenAt)} UTC from ${address} (${userAgent})`,
      ),
    ),
    ...listRows('Command lines', user.commandLines.map(formatCommandLine)),
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
    `User ${erased.id} is deleted, with all that belonged to it and ${counted(erased.jobs, 'job')} of the queue. Kept:`,
    ...erased.kept.map(({ what, why }) => `  ${what}: ${why}`),
  ].join('\n');

const readStatus = (word: string | undefined) => {
  if (word === undefined) return undefined;
  const status = contract.userStatuses.find((each) => each === word.toLowerCase());
  if (!status) throw new UsageProblem(`status must be ${eitherOf(contract.userStatuses)}`);
  return status;
};

export const addUserCommands: AddCommands = (program, { call, print }) => {
  const users = program.command('users');
  const addForOne = (name: string, description: string, usage = '') =>
    users
      .command(name)
      .description(description)
      .usage(usage)
      .argument('<WHO>', 'Name the user: an id, how it begins, or an address.');
  users
    .command('list')
    .description('accounts, newest first')
    .usage('[--search TEXT] [--status active|suspended|deleted] [--limit NUMBER]')
    .option('--search <TEXT>')
    .option('--status <STATUS>')
    .option('--limit <NUMBER>')
    .option('--cursor <CURSOR>')
    .action(async ({ status, ...query }) =>
      print(await call(contract.listUsers, { query: { ...query, status: readStatus(status) } }), formatUsers),
    );
  addForOne('show', 'one account with its sessions and keys; that it was looked at is logged').action(
    async (who) => print(await call(contract.showUser, { params: { who } }), formatUser),
  );
  addForOne('suspend', 'nobody signs in, and sessions and keys stop at once', 'WHO --reason TEXT')
    .option('--reason <TEXT>')
    .action(async (who, options) => {
      const body = { reason: needReason(options.reason) };
      print(await call(contract.suspendUser, { params: { who }, body }), formatUser);
    });
  addForOne('restore', 'ends a suspension: keys work again, sessions do not').action(async (who) =>
    print(await call(contract.restoreUser, { params: { who } }), formatUser),
  );
  addForOne('end-sessions', 'signs out every browser and command line').action(async (who) =>
    print(
      await call(contract.endUserSessions, { params: { who } }),
      ({ sessions, commandLines }) =>
        `Signed out: ${counted(sessions, 'browser')}, ${counted(commandLines, 'command line')}.`,
    ),
  );
  addForOne(
    'export',
    'everything that the portal holds about them, as JSON; that it was exported is logged',
  ).action(async (who) => print(JSON.parse(await call(contract.exportUser, { params: { who } })), null));
  addForOne('delete', 'removes the account and all that belongs to it, for good', 'WHO --yes')
    .option('--yes')
    .action(async (who, { yes }) => {
      if (!yes)
        throw new UsageProblem('Add --yes: the account is deleted at once, and nothing brings it back.');
      print(await call(contract.eraseUser, { params: { who } }), formatErased);
    });
};
