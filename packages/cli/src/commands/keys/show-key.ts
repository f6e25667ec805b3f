// A key is printed with its secret only where the person asked for it or sees it for the first time.

import { counted } from '@ballast/contract/counted';
import { type ApiKey, maskKey } from '@ballast/contract/keys/api-keys';
import { environmentName } from '../../environments.ts';
import { facts, printJson, table } from '../../terminal/output.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { localTime } from '../../terminal/times.ts';

// Scripts read this shape, so what the portal adds to its own is not passed on without a word in the help.
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

type Fact = [string, string];

// What a plain key does not have is not worth a line.
const restrictionFacts = ({ status, expiresAt, scopes, allowedNetworks }: ApiKey): Fact[] => [
  ...(expiresAt ? [[status === 'EXPIRED' ? 'Expired' : 'Expires', localTime(expiresAt)] satisfies Fact] : []),
  ...(scopes ? [['Scopes', scopes.join(', ')] satisfies Fact] : []),
  ...(allowedNetworks ? [['Allowed from', allowedNetworks.join(', ')] satisfies Fact] : []),
];

const previousFacts = ({ previous }: ApiKey): Fact[] =>
  previous
    ? [
        [
          'Old value',
          `works until ${localTime(previous.endsAt)}, ${counted(previous.requests24h, 'request')} in 24 h`,
        ],
      ]
    : [];

const leakFacts = ({ leakedAt }: ApiKey): Fact[] =>
  leakedAt ? [['Leaked', `${localTime(leakedAt)}: rotate it, and look at its usage`]] : [];

const mainFacts = (key: ApiKey, reveal: boolean): Fact[] => [
  ['Name', key.name],
  ['Environment', environmentName(key.environment)],
  ['Key', reveal ? key.key : maskKey(key.key, maskDots)],
  ['Rate limit', `${key.rateLimit} req/sec`],
];

const lastUse = ({ lastUsedAt }: ApiKey) => (lastUsedAt ? localTime(lastUsedAt) : 'never');

// A key that was just made or rotated: its value is what matters.
export const printKey = (terminal: Terminal, key: ApiKey, json: boolean | undefined, headline: string) => {
  if (json) return printJson(terminal, keyJson(key, true));
  terminal.err.print([headline, '']);
  const lines: Fact[] = [...mainFacts(key, true), ...restrictionFacts(key), ['Id', key.id]];
  terminal.out.print(facts(terminal, lines));
};

export const printFacts = (terminal: Terminal, key: ApiKey, reveal: boolean) => {
  const lines: Fact[] = [
    ...mainFacts(key, reveal),
    ...leakFacts(key),
    ...restrictionFacts(key),
    ...previousFacts(key),
    ['Created', localTime(key.createdAt)],
    ['Last used', lastUse(key)],
    ['Id', key.id],
  ];
  terminal.out.print(facts(terminal, lines));
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
