// The value of an API key: prefix, 32 random characters, and a checksum that refuses a typing error without any look-up.
import { createHmac, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Environment } from '@ballast/contract/api-keys';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const randomLength = 32;
const checksumLength = 6;
const prefixes: Record<Environment, string> = { SANDBOX: 'blst_test_', PRODUCTION: 'blst_live_' };

const base62 = (value: number) => {
  let rest = value;
  let text = '';
  for (let i = 0; i < checksumLength; i += 1) {
    text = alphabet.charAt(rest % alphabet.length) + text;
    rest = Math.floor(rest / alphabet.length);
  }
  return text;
};

export const makeKeySecret = (environment: Environment) => {
  let body = prefixes[environment];
  for (let i = 0; i < randomLength; i += 1) body += alphabet.charAt(randomInt(alphabet.length));
  return body + base62(crc32(body));
};

export const looksLikeKey = (token: string) =>
  Object.values(prefixes).some((prefix) => token.startsWith(prefix));

// What finds a key: without the pepper it cannot be computed, so a copy of the database opens nothing.
export const hashKeySecret = (pepper: string, secret: string) =>
  createHmac('sha256', pepper).update('api-key\0').update(secret).digest('base64url');
