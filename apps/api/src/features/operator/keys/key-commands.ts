import { limitKey, type OperatorKey, revokeKey, showKey } from '@ballast/contract/operator/keys';
import { formatTable, minuteOf } from '../command-line/format-table.ts';
import { type AddCommands, needReason } from '../command-line/session.ts';
import { formatLastUse, formatUsageRows } from '../requests/request-commands.ts';
import { addRevokeAgain } from './revoke-again.ts';

const moment = (at: string | null, otherwise: string) => (at ? `${minuteOf(at)} UTC` : otherwise);

const formatLimit = ({ rateLimit, limitEndsAt, limitAfter }: OperatorKey) =>
  `${rateLimit} req/sec${limitEndsAt ? ` until ${moment(limitEndsAt, '')}, then ${limitAfter}` : ''}`;

const formatKey = (key: OperatorKey) =>
  formatTable([
    ['Key', key.id],
    ['Name', `${key.name} (${key.environment})`],
    ['Status', key.status],
    ['Owner', `${key.email} (${key.userId})`],
    ['Limit', formatLimit(key)],
    ['Scopes', key.scopes?.join(', ') ?? 'all'],
    ['Networks', key.allowedNetworks?.join(', ') ?? 'any'],
    ['Created', moment(key.createdAt, '')],
    ['Expires', moment(key.expiresAt, 'never')],
    ...(key.revokedAt ? [['Revoked', moment(key.revokedAt, '')]] : []),
    ...(key.leakedAt ? [['Leaked', moment(key.leakedAt, '')]] : []),
    ...formatUsageRows(key.usage),
    ['Last used', formatLastUse(key)],
  ]);

const question = 'Add the key: its id, or the start of it.';

export const addKeyCommands: AddCommands = (program, session) => {
  const { call, print } = session;
  const keys = program.command('keys');
  keys
    .command('show')
    .description('shows one API key, masked, with its owner and usage')
    .argument('<ID>', question)
    .action(async (id) => print(await call(showKey, { params: { id } }), formatKey));
  keys
    .command('revoke')
    .description('revokes the key immediately and for good')
    .usage('ID --reason TEXT')
    .argument('<ID>', question)
    .option('--reason <TEXT>')
    .action(async (id, options) => {
      const body = { reason: needReason(options.reason) };
      print(await call(revokeKey, { params: { id }, body }), formatKey);
    });
  keys
    .command('limit')
    .description('sets the rate limit immediately, and emails the developer')
    .usage('ID N --reason TEXT')
    .argument('<ID>', question)
    .argument('<N>', 'Add the limit in requests per second.')
    .option('--reason <TEXT>')
    .action(async (id, limit, options) => {
      const body = { limit: Number(limit), reason: needReason(options.reason) };
      print(await call(limitKey, { params: { id }, body }), formatKey);
    });
  addRevokeAgain(keys, session);
};
