// The restrictions of a key: an expiry, scopes and networks. Null is no restriction.
import * as z from 'zod/mini';
import { endpoint } from '../http/endpoint.ts';
import { eitherOf, textUpTo } from '../http/field.ts';
import { moment, plainLine } from '../text.ts';

export const restrictionLimits = {
  scopes: 100,
  scope: 64,
  scopeDescription: 200,
  networks: 100,
  network: 64,
  // A key that expires within these days is listed as expiring.
  expiringDays: 14,
} as const;

// A list that matches nothing would make the key useless, and an empty list is easily taken for none.
const emptyList = (field: string, element: string, everything: string) =>
  `${field} must name at least one ${element}; null allows ${everything}`;

export const restrictionMessages = {
  nothingToChange: `Please say what is to change: ${eitherOf(['name', 'expiresAt', 'scopes', 'allowedNetworks'])}`,
  expiresInPast: 'expiresAt must be in the future; null means never',
  scopesEmpty: emptyList('scopes', 'scope', 'all scopes'),
  scopesTooMany: `scopes must name at most ${restrictionLimits.scopes} scopes`,
  scopeTwice: (scope: string) => `scopes must not name ${scope} twice`,
  scopeUnknown: (scope: string, known: readonly string[]) =>
    `The scope "${scope}" does not exist. Allowed are ${known.join(', ')}.`,
  networksEmpty: emptyList('allowedNetworks', 'network', 'any address'),
  networksTooMany: `allowedNetworks must name at most ${restrictionLimits.networks} networks`,
  networkTwice: (network: string) => `allowedNetworks must not name ${network} twice`,
  networkMalformed: (network: string) =>
    `"${network}" must be an address or a network, such as 203.0.113.7, 203.0.113.0/24 or 2001:db8::/32`,
  // Ambiguous: the whole network or the one address.
  networkOfAddress: (network: string, whole: string, alone: string) =>
    `"${network}" must be a whole network or one address: write ${whole} for the network, or ${alone} for this address alone`,
} as const;

const scopeCharacters = '[a-z0-9]+(?:[._:-][a-z0-9]+)*';
const scopePattern = new RegExp(`^${scopeCharacters}$`);

export const isScope = (text: string) => text.length <= restrictionLimits.scope && scopePattern.test(text);

const scopes = z
  .array(
    textUpTo('A scope', restrictionLimits.scope).check(plainLine('A scope')),
    'scopes must be a list of scopes, or null for all of them',
  )
  .check(
    z.minLength(1, restrictionMessages.scopesEmpty),
    z.maxLength(restrictionLimits.scopes, restrictionMessages.scopesTooMany),
  );

export const allowedNetworks = z
  .array(
    textUpTo('A network', restrictionLimits.network).check(plainLine('A network')),
    'allowedNetworks must be a list of networks, or null for any address',
  )
  .check(
    z.minLength(1, restrictionMessages.networksEmpty),
    z.maxLength(restrictionLimits.networks, restrictionMessages.networksTooMany),
  );

// For new and changed keys. Omitted fields stay as they are.
export const restrictions = {
  expiresAt: z.optional(z.nullable(moment('expiresAt'))),
  scopes: z.optional(z.nullable(scopes)),
  allowedNetworks: z.optional(z.nullable(allowedNetworks)),
};

export type GivenRestrictions = {
  expiresAt?: string | null | undefined;
  scopes?: string[] | null | undefined;
  allowedNetworks?: string[] | null | undefined;
};

// An expired key is refused like a deleted one, but its owner still has it, and can give it more time.
export const keyStates = ['ACTIVE', 'EXPIRED'] as const;

// A network is written with its prefix: one address is a /32 or a /128.
export const restricted = {
  expiresAt: z.nullable(z.string()),
  scopes: z.nullable(z.array(z.string())),
  allowedNetworks: z.nullable(z.array(z.string())),
  status: z.enum(keyStates),
};

const keyScope = z.object({ scope: z.string(), description: z.string() });
export type KeyScope = z.infer<typeof keyScope>;

export const listKeyScopes = endpoint('GET', '/key-scopes', {
  auth: 'verified',
  cli: ['read', 'keys:sandbox', 'keys:production'],
  summary: 'List the scopes an API key can have',
  reply: z.array(keyScope),
});

export const scopeCalls = [listKeyScopes];
