// Formats accounts for a terminal.
import { cliScopes } from '@ballast/contract/cli/cli-scopes';
import { counted } from '@ballast/contract/counted';
import type { ErasedUser, OperatorUser, OperatorUserDetails } from '@ballast/contract/operator/users';
import { formatTable, minuteOf, paragraphRows } from '../command-line/format-table.ts';

type Page = { users: OperatorUser[]; nextCursor: string | null };

const lastUse = (at: string | null) => (at ? `${minuteOf(at)} UTC` : 'never used');

export const formatUsers = ({ users, nextCursor }: Page) => {
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

const statusRows = ({ status, suspendedAt, suspendedReason, deletesAt }: OperatorUserDetails) => [
  ['Status', status],
  ...(suspendedAt ? [['Suspended', `${minuteOf(suspendedAt)} UTC`]] : []),
  ...(suspendedReason ? paragraphRows('Reason', suspendedReason) : []),
  ...(deletesAt ? [['Deleted on', `${minuteOf(deletesAt)} UTC`]] : []),
];

// The label stands beside the first of several.
const listed = (label: string, lines: string[]) =>
  (lines.length ? lines : ['none']).map((line, place) => [place === 0 ? label : '', line]);

type CommandLine = OperatorUserDetails['commandLines'][number];

const scopesText = ({ scopes }: CommandLine) =>
  scopes.length === cliScopes.length ? 'all scopes' : scopes.join(' ');

const formatCommandLine = (line: CommandLine) => {
  const { deviceName, kind, address, lastUsedAt, expiresAt } = line;
  const end = expiresAt ? `until ${minuteOf(expiresAt)} UTC` : 'until revoked';
  return `${deviceName} (${kind}) from ${address}, ${lastUse(lastUsedAt)}, ${scopesText(line)}, ${end}`;
};

export const formatUser = (user: OperatorUserDetails) =>
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
    ...listed(
      'Sessions',
      user.sessions.map(
        ({ lastSeenAt, address, userAgent }) => `${minuteOf(lastSeenAt)} UTC from ${address} (${userAgent})`,
      ),
    ),
    ...listed('Command lines', user.commandLines.map(formatCommandLine)),
    ...listed(
      `Keys (${user.activeKeys})`,
      user.keys.map(
        ({ id, name, environment, status, rateLimit, lastUsedAt }) =>
          `${id}  ${name} (${environment}), ${status}, ${rateLimit} req/sec, ${lastUse(lastUsedAt)}`,
      ),
    ),
  ]);

export const formatErased = ({ id, jobs, kept }: ErasedUser) =>
  [
    `User ${id} is deleted, with all that belonged to it and ${counted(jobs, 'job')} of the queue. Kept:`,
    ...kept.map(({ what, why }) => `  ${what}: ${why}`),
  ].join('\n');
