// Keys as text and JSON. The secret is masked unless the person asks for it or the key is new.
import { counted } from '@ballast/contract/counted';
import type { ApiKey } from '@ballast/contract/keys/api-keys';
import { type AddressUse, otherAddresses } from '@ballast/contract/keys/key-addresses';
import { maskKey } from '@ballast/contract/keys/mask-key';
import type { Context } from '../../context.ts';
import { environmentName } from '../../environments.ts';
import { type Fact, facts, show, table } from '../../terminal/output.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { localTime } from '../../terminal/times.ts';

// Scripts read this shape: a field that the portal adds is passed on only once the help names it.
export const keyJson = (key: ApiKey, reveal: boolean) => ({
  id: key.id,
  name: key.name,
  key: reveal ? key.key : maskKey(key.key),
  environment: key.environment,
  rateLimit: key.rateLimit,
  createdAt: key.createdAt,
  lastUsedAt: key.lastUsedAt,
  isActive: key.isActive,
  status: key.status,
  expiresAt: key.expiresAt,
  scopes: key.scopes,
  allowedNetworks: key.allowedNetworks,
  previous: key.previous,
  leakedAt: key.leakedAt,
});

export const keyShape =
  '{ id, name, key, environment, rateLimit, createdAt, lastUsedAt, isActive, status, expiresAt, scopes, allowedNetworks, previous, leakedAt }';
export const environmentNote =
  'environment is SANDBOX or PRODUCTION, status ACTIVE or EXPIRED, previous { endsAt, lastUsedAt, requests24h, addresses } or null';

const maskDots = 6;

const restrictionFacts = ({ status, expiresAt, scopes, allowedNetworks }: ApiKey): Fact[] => [
  [status === 'EXPIRED' ? 'Expired' : 'Expires', expiresAt && localTime(expiresAt)],
  ['Scopes', scopes?.join(', ')],
  ['Allowed from', allowedNetworks?.join(', ')],
];

const mainFacts = (key: ApiKey, reveal: boolean): Fact[] => [
  ['Name', key.name],
  ['Environment', environmentName(key.environment)],
  ['Key', reveal ? key.key : maskKey(key.key, maskDots)],
  ['Rate limit', `${key.rateLimit} req/sec`],
];

const lastUse = ({ lastUsedAt }: ApiKey) => (lastUsedAt ? localTime(lastUsedAt) : 'never');

// A key that was just created or rotated.
export const printKey = (context: Context, key: ApiKey, headline: string) =>
  show(context, keyJson(key, true), (terminal) => {
    terminal.err.print([headline, '']);
    return facts(terminal, [...mainFacts(key, true), ...restrictionFacts(key), ['Id', key.id]]);
  });

export const keyFacts = (terminal: Terminal, key: ApiKey, reveal: boolean) => {
  const { leakedAt, previous } = key;
  return facts(terminal, [
    ...mainFacts(key, reveal),
    ['Leaked', leakedAt && `${localTime(leakedAt)}: rotate it, and check its usage`],
    ...restrictionFacts(key),
    [
      'Old key',
      previous &&
        `works until ${localTime(previous.endsAt)}, ${counted(previous.requests24h, 'request')} in 24 h`,
    ],
    ['Created', localTime(key.createdAt)],
    ['Last used', lastUse(key)],
    ['Id', key.id],
  ]);
};

export const printKeys = (terminal: Terminal, keys: ApiKey[], reveal: boolean) => {
  const rows = keys.map((key) => [
    key.name,
    environmentName(key.environment),
    reveal ? key.key : maskKey(key.key, maskDots),
    `${key.rateLimit} req/sec`,
    localTime(key.createdAt),
    lastUse(key),
    key.id,
  ]);
  const head = ['NAME', 'ENVIRONMENT', 'KEY', 'RATE LIMIT', 'CREATED', 'LAST USED', 'ID'];
  const spare = ['ID', 'CREATED', 'RATE LIMIT', 'ENVIRONMENT', 'LAST USED'];
  terminal.out.print(table(terminal, head, rows, spare));
};

export const addressTable = (terminal: Terminal, addresses: AddressUse[]) => {
  const rows = addresses.map(({ address, requests, lastSeenAt }) => [
    address === otherAddresses ? 'other addresses' : address,
    requests.toLocaleString('en-US'),
    localTime(lastSeenAt),
  ]);
  return rows.length ? ['', ...table(terminal, ['ADDRESS', 'REQUESTS', 'LAST SEEN'], rows)] : [];
};
