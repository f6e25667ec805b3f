// Formats an API key for a terminal.
import type { OperatorKey } from '@ballast/contract/operator/keys';
import { formatTable, minuteOf } from '../command-line/format-table.ts';
import { formatLastUse, formatUsageRows } from '../requests/format-requests.ts';

const moment = (at: string | null, otherwise: string) => (at ? `${minuteOf(at)} UTC` : otherwise);

export const formatKey = (key: OperatorKey) =>
  formatTable([
    ['Key', key.id],
    ['Name', `${key.name} (${key.environment})`],
    ['Status', key.status],
    ['Owner', `${key.email} (${key.userId})`],
    ['Limit', `${key.rateLimit} req/sec`],
    ['Scopes', key.scopes?.join(', ') ?? 'all'],
    ['Networks', key.allowedNetworks?.join(', ') ?? 'any'],
    ['Created', moment(key.createdAt, '')],
    ['Expires', moment(key.expiresAt, 'never')],
    ...(key.revokedAt ? [['Revoked', moment(key.revokedAt, '')]] : []),
    ...(key.leakedAt ? [['Leaked', moment(key.leakedAt, '')]] : []),
    ...formatUsageRows(key.usage),
    ['Last used', formatLastUse(key)],
  ]);
