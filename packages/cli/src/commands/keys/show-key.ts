// A key is printed with its secret only where the person asked for it or sees it for the first time.
import { type ApiKey, maskKey } from '@ballast/contract/api-keys';
import { environmentName } from '../../environments.ts';
import { facts, printJson, table } from '../../output.ts';
import type { Terminal } from '../../terminal.ts';
import { localTime } from '../../times.ts';

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
});

export const keyShape = '{ id, name, key, environment, rateLimit, createdAt, lastUsedAt, isActive }';
export const environmentNote = 'environment is SANDBOX or PRODUCTION';

export const printKey = (terminal: Terminal, key: ApiKey, json: boolean | undefined, headline: string) => {
  if (json) return printJson(terminal, keyJson(key, true));
  terminal.err.write(`${headline}\n\n`);
  const lines: [string, string][] = [
    ['Name', key.name],
    ['Environment', environmentName(key.environment)],
    ['Key', key.key],
    ['Rate limit', `${key.rateLimit} req/sec`],
    ['Id', key.id],
  ];
  terminal.out.write(`${facts(terminal, lines)}\n`);
};

const maskDots = 6;

export const printKeys = (terminal: Terminal, keys: ApiKey[], reveal: boolean) => {
  const rows = keys.map((key) => [
    key.name,
    environmentName(key.environment),
    reveal ? key.key : maskKey(key.key, maskDots),
    `${key.rateLimit} req/sec`,
    localTime(key.createdAt),
    key.lastUsedAt ? localTime(key.lastUsedAt) : 'never',
    key.id,
  ]);
  const head = ['NAME', 'ENVIRONMENT', 'KEY', 'RATE LIMIT', 'CREATED', 'LAST USED', 'ID'];
  terminal.out.write(`${table(terminal, head, rows)}\n`);
};
