// The value of an API key, and what finds it.
import type { Environment } from '@ballast/contract/keys/api-keys';
import { withheldKey } from '@ballast/contract/keys/mask-key';
import type { Pepper } from '../secrets/pepper.ts';
import { isSecret, makeSecret } from '../secrets/secret-text.ts';
import { hashValue, possibleHashes } from '../secrets/stored-hash.ts';

const prefixes: Record<Environment, string> = { SANDBOX: 'blst_test_', PRODUCTION: 'blst_live_' };

export const keyPrefix = (environment: Environment) => prefixes[environment];

export const makeKeySecret = (environment: Environment) => makeSecret(prefixes[environment]);

export const looksLikeKey = (token: string) =>
  Object.values(prefixes).some((prefix) => token.startsWith(prefix));

// Whether a text has a key in it.
export const holdsKey = (text: string) => Object.values(prefixes).some((prefix) => text.includes(prefix));

const keyInText = /blst_(?:test|live)_\w+/g;

export const withoutKeys = (text: string) => text.replace(keyInText, (key) => withheldKey(key));

// Whether it can be a key at all: a typing error is refused without a look-up.
export const isKeySecret = (text: string) =>
  isSecret(prefixes.SANDBOX, text) || isSecret(prefixes.PRODUCTION, text);

// What finds a key: without the pepper it cannot be computed, so a copy of the database opens nothing.
export const hashKeySecret = (pepper: Pepper, secret: string) => {
  const { hash, pepperId } = hashValue(pepper, 'api-key', secret);
  return { secretHash: hash, pepperId };
};

export const keyHashes = (pepper: Pepper, secret: string) => possibleHashes(pepper, 'api-key', secret);
