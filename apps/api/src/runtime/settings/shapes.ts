// The shapes of settings, each with the words that refuse another value.
import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { hasWrongChecksum, isAddress, isZeroAddress } from '@ballast/contract/evm-address';
import type { SecretKind } from '@ballast/contract/operator/operator';
import { withoutTrailingSlashes } from '@ballast/contract/screens';
import * as z from 'zod/mini';
import { readColor } from '../brand/accent.ts';
import { isLoopback } from '../loopback.ts';
import { mostHops, readTrustedProxies } from '../network/trusted-proxies.ts';
import { readSecretList } from '../secret-values/read-secret-list.ts';
import { readDatabaseServers } from './database-servers.ts';
import { readRedisUrl } from './redis-url.ts';

export const text = (fallback: string) =>
  z._default(z.string().check(z.trim(), z.minLength(1, 'must not be empty')), fallback);
const colorFault = 'must be a CSS colour, such as #0a6b70, teal, rgb(10 107 112) or oklch(0.48 0.08 200)';
export const color = () =>
  z.string().check(
    z.trim(),
    z.refine((value) => readColor(value) !== undefined, colorFault),
  );
export const httpUrl = () =>
  z
    // The next checks need an address.
    .url({ protocol: /^https?$/, error: 'must be an http or https address', abort: true })
    .check(z.overwrite(withoutTrailingSlashes));
// Every page, cookie and callback is at the root of its host.
const isOrigin = (value: string) => {
  const { pathname, search, hash, username } = new URL(value);
  return pathname === '/' && !search && !hash && !username;
};
export const originUrl = () =>
  httpUrl().check(
    z.refine(isOrigin, 'must be an address without path and query, such as https://portal.example'),
  );

const hostFault = 'must be an address or a name of this machine, such as 127.0.0.1 or 0.0.0.0';
export const host = (fallback: string) =>
  z._default(
    z.string().check(
      z.trim(),
      z.refine((value) => isIP(value) > 0 || /^[a-z\d][a-z\d.-]{0,252}$/i.test(value), hostFault),
    ),
    fallback,
  );

const isMailAddress = (text: string) => text.length <= 254 && /^[^\s@<>,"]+@[^\s@<>,"]+$/.test(text);
export const mailAddress = () =>
  z
    .string()
    .check(z.trim(), z.refine(isMailAddress, 'must be a mail address, such as support@portal.example'));

// 'Ballast <no-reply@portal.example>', or the address alone.
const isSender = (text: string) => {
  const [name = '', rest, ...others] = text.split('<');
  if (rest === undefined) return isMailAddress(text);
  return !others.length && !/[\r\n>]/.test(name) && rest.endsWith('>') && isMailAddress(rest.slice(0, -1));
};
export const sender = () =>
  z
    .string()
    .check(
      z.trim(),
      z.refine(isSender, 'must be a mail address, or a name and one: Ballast <no-reply@portal.example>'),
    );

// A provider receives our secret, so plain http may not leave the machine.
export const isPrivateAddress = (value: string) => {
  const { protocol, hostname } = new URL(value);
  return protocol === 'https:' || isLoopback(hostname);
};
export const privateUrl = () => httpUrl().check(z.refine(isPrivateAddress, 'must be an https address'));
export const providerUrl = (fallback: string) => z._default(privateUrl(), fallback);

// The portal appends the first digits of a hash.
export const plainUrl = () =>
  privateUrl().check(
    z.refine((value) => {
      const { username, password, search, hash } = new URL(value);
      return !username && !password && !search && !hash;
    }, 'must be an address without user, query and fragment'),
  );

export const readBy = <Value>(read: (text: string) => Value | { fault: string }) =>
  z.pipe(
    z.string(),
    z.transform((text, { issues }): Value => {
      const value = read(text);
      if (!(value instanceof Object && 'fault' in value)) return value;
      issues.push({ code: 'custom', message: value.fault, input: text });
      return z.NEVER;
    }),
  );

const proxiesFault = `must be on, off, a number of proxies from 1 to ${mostHops}, or addresses and networks separated by commas, such as 10.1.0.0/16`;
export const proxies = () =>
  z.prefault(
    readBy((text) => readTrustedProxies(text.trim()) ?? { fault: proxiesFault }),
    'off',
  );

// One value, or id:value pairs separated by commas. The first is in use; the others are still accepted.
export const secretList = (kind: SecretKind) =>
  z.optional(
    z.pipe(
      readBy((text) => readSecretList(kind, text)),
      z.transform(({ secrets }) => secrets),
    ),
  );

const curveOrder = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const isPrivateKey = (value: string) =>
  /^0x[0-9a-fA-F]{64}$/.test(value) && BigInt(value) > 0n && BigInt(value) < curveOrder;
export const evmPrivateKey = () =>
  z.string().check(z.refine(isPrivateKey, 'must be a private key: 0x and 64 hexadecimal digits'));

const isTokenAddress = (value: string) =>
  isAddress(value) && !isZeroAddress(value) && !hasWrongChecksum(value);
export const tokenAddress = () =>
  z.string().check(z.refine(isTokenAddress, 'must be an address with a right checksum'));

export type Bounds = { least?: number; most?: number };

const between = (least: number, most = Number.MAX_SAFE_INTEGER) =>
  z.coerce
    .number('must be a number')
    .check(
      z.int('must be a whole number'),
      z.gte(least, `must be at least ${least}`),
      z.lte(most, `must be at most ${most}`),
    );

export const limit = (fallback: number, { least = 1, most }: Bounds = {}) =>
  z._default(between(least, most), fallback);

export const wholeNumber = (most: number) => between(0, most);

// For longer a revoked key must not pass.
const longestGrace = 3600;
export const graceSeconds = () => z._default(wholeNumber(longestGrace), 0);

export const onOrOff = () =>
  z.pipe(
    z._default(z.enum(['on', 'off'], 'must be on or off'), 'on'),
    z.transform((value) => value === 'on'),
  );

const portFault = 'must be a port number';
export const port = () =>
  z.coerce.number(portFault).check(z.int(portFault), z.gte(1, portFault), z.lte(65535, portFault));

// More would only share the same cores.
const mostProcesses = 128;

// auto is one for each core.
export const processes = () =>
  z.pipe(
    z._default(
      z.string().check(
        z.regex(/^(auto|[1-9]\d*)$/, {
          error: 'must be auto or a whole number of at least 1',
          abort: true,
        }),
        z.refine(
          (value) => value === 'auto' || Number(value) <= mostProcesses,
          `must be at most ${mostProcesses}`,
        ),
      ),
      '1',
    ),
    z.transform((value) =>
      value === 'auto' ? Math.min(availableParallelism(), mostProcesses) : Number(value),
    ),
  );

export const tlsMode = () => z.optional(z.enum(['required', 'off'], 'must be required or off'));

export const databaseUrl = () =>
  readBy((text) => {
    const servers = text === 'embedded' || readDatabaseServers(text);
    return servers instanceof Object && 'fault' in servers ? servers : text;
  });

const redisFault =
  'must be a redis:// or rediss:// address, redis+sentinel://host,host/name or redis+cluster://host,host';
export const redisUrl = () => z.string().check(z.refine((value) => readRedisUrl(value) !== null, redisFault));

// The mail library also takes options from the query.
const leavesTlsAlone = (url: string) =>
  ![...new URL(url).searchParams.keys()].some((name) => /tls|secure/i.test(name));
export const smtpUrl = () =>
  z
    .url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address', abort: true })
    .check(z.refine(leavesTlsAlone, 'must not say how to encrypt: write smtp=required or smtp=off into TLS'));
