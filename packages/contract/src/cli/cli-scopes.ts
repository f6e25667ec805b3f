// What a command line token may do. A person's device has every scope unless it requests less; a machine's token has the chosen
// ones.
import * as z from 'zod/mini';
import { eitherOf } from '../http/field.ts';

export const cliScopes = ['read', 'keys:sandbox', 'keys:production', 'faucet'] as const;
export type CliScope = (typeof cliScopes)[number];

export const scopeOfKeys = { SANDBOX: 'keys:sandbox', PRODUCTION: 'keys:production' } as const;
type Environment = keyof typeof scopeOfKeys;

export const cliScopeTexts: Record<CliScope, string> = {
  read: 'Read your account, your API keys without their values, usage and activity',
  'keys:sandbox': 'Manage sandbox API keys and see their values',
  'keys:production': 'Manage production API keys and see their values',
  faucet: 'Request tokens from the sandbox coin faucet',
};

export const cliScopeMessages = {
  wrong: `scopes must be a list of ${eitherOf(cliScopes)}`,
  missing: (scope: CliScope) => `The token of this command line lacks the scope ${scope}.`,
} as const;

// One of these scopes is enough; `keys` means the scope of each key's environment. A change of the account itself needs every
// scope.
export type CliNeed = readonly [CliScope | 'keys', ...(CliScope | 'keys')[]] | 'every scope';

const named = (need: CliNeed): CliScope[] =>
  need === 'every scope' ? [] : need.filter((scope) => scope !== 'keys');

// The scope that is missing, or null. Without a key, or for all of the caller's keys, the scope of either environment is enough.
export const missingScope = (
  need: CliNeed,
  held: readonly CliScope[],
  environments: readonly Environment[] = [],
): CliScope | null => {
  const lacks = (scope: CliScope) => !held.includes(scope);
  if (need === 'every scope') return cliScopes.find(lacks) ?? null;
  const [first, ...others] = named(need);
  if (first && ![first, ...others].every(lacks)) return null;
  if (!need.includes('keys')) return first ?? null;
  const wanted = environments.map((environment) => scopeOfKeys[environment]);
  if (!wanted.length) return Object.values(scopeOfKeys).every(lacks) ? (first ?? 'keys:sandbox') : null;
  return wanted.find(lacks) ?? null;
};

// In one order, each once.
export const orderedScopes = (scopes: readonly CliScope[]) =>
  cliScopes.filter((scope) => scopes.includes(scope));

export const scopeList = z
  .array(z.enum(cliScopes, cliScopeMessages.wrong), cliScopeMessages.wrong)
  .check(
    z.minLength(1, cliScopeMessages.wrong),
    z.maxLength(cliScopes.length, cliScopeMessages.wrong),
    z.overwrite(orderedScopes),
  );
