// Secrets that people copy: a prefix that tells their kind, 32 random characters, and a checksum that refuses a typing
// error without any look-up.
import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const randomLength = 32;
const checksumLength = 6;

const base62 = (value: number) => {
  let rest = value;
  let text = '';
  for (let i = 0; i < checksumLength; i += 1) {
    text = alphabet.charAt(rest % alphabet.length) + text;
    rest = Math.floor(rest / alphabet.length);
  }
  return text;
};

export const makeSecret = (prefix: string) => {
  let body = prefix;
  for (let i = 0; i < randomLength; i += 1) body += alphabet.charAt(randomInt(alphabet.length));
  return body + base62(crc32(body));
};

export const isSecret = (prefix: string, text: string) => {
  const body = text.slice(0, -checksumLength);
  return (
    text.startsWith(prefix) &&
    body.length === prefix.length + randomLength &&
    text === body + base62(crc32(body))
  );
};
