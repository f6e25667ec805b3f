// The variables that an operator can set, each with its shape and the words that refuse another one.
import { availableParallelism } from 'node:os';
import { hasWrongChecksum, isAddress, isZeroAddress } from '@ballast/contract/evm-address';
import { eitherOf } from '@ballast/contract/http/field';
import { type LeakPolicy, leakPolicies } from '@ballast/contract/keys/key-leaks';
import type { SecretKind } from '@ballast/contract/operator/operator';
import { withoutTrailingSlashes } from '@ballast/contract/screens';
import * as z from 'zod/mini';
import { isLoopback } from '../loopback.ts';
import { mostHops, readTrustedProxies, trustNobody } from '../network/trusted-proxies.ts';
import { readSecretList } from '../secret-values/read-secret-list.ts';
import { usualShedding } from '../shedding.ts';
import { usualLimits } from './database-limits.ts';
import { readKeyScopes, usualKeyScopes } from './key-scopes.ts';
import { readRedisUrl } from './redis-url.ts';
import { settableRetention } from './retention.ts';

const text = (fallback: string) =>
  z._default(z.string().check(z.trim(), z.minLength(1, 'must not be empty')), fallback);
const httpUrl = () =>
  z
    .url({ protocol: /^https?$/, error: 'must be an http or https address' })
    .check(z.overwrite(withoutTrailingSlashes));
// A provider is told our secret, so plain http may not leave the machine.
export const isPrivateAddress = (value: string) => {
  const { protocol, hostname } = new URL(value);
  return protocol === 'https:' || isLoopback(hostname);
};
const privateUrl = () => httpUrl().check(z.refine(isPrivateAddress, 'must be an https address'));
const providerUrl = (fallback: string) => z._default(privateUrl(), fallback);

// The first digits of a hash are put behind it.
const isPlainUrl = (value: string) => {
  const { username, password, search, hash } = new URL(value);
  return !username && !password && !search && !hash;
};
const proxies = () =>
  z.pipe(
    z._default(
      z.string().check(
        z.trim(),
        z.refine(
          (value) => readTrustedProxies(value) !== null,
          `must be on, off, a number of proxies from 1 to ${mostHops}, or addresses and networks separated by commas, such as 10.1.0.0/16`,
        ),
      ),
      'off',
    ),
    z.transform((value) => readTrustedProxies(value) ?? trustNobody),
  );

const keyScopes = () =>
  z.pipe(
    z._default(
      z
        .string()
        .check(
          z.refine(
            (value) => readKeyScopes(value) !== null,
            'must be scope=description pairs separated by semicolons, each scope once, such as payments:read=See payments',
          ),
        ),
      usualKeyScopes,
    ),
    z.transform((value) => readKeyScopes(value) ?? []),
  );

// A variable holds one value, or id:value pairs separated by commas. The first is in use; the others are still accepted.
const secretList = (kind: SecretKind) =>
  z.pipe(
    z.string(),
    z.transform((text, { issues }) => {
      const reading = readSecretList(kind, text);
      if ('secrets' in reading) return reading.secrets;
      issues.push({ code: 'custom', message: reading.fault, input: text });
      return z.NEVER;
    }),
  );

// It is a number of the curve that Ethereum's keys are on.
const curveOrder = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const isPrivateKey = (value: string) =>
  /^0x[0-9a-fA-F]{64}$/.test(value) && BigInt(value) > 0n && BigInt(value) < curveOrder;
const isTokenAddress = (value: string) =>
  isAddress(value) && !isZeroAddress(value) && !hasWrongChecksum(value);

const limit = (fallback: number) =>
  z._default(
    z.coerce
      .number('must be a number')
      .check(z.int('must be a whole number'), z.gte(1, 'must be at least 1')),
    fallback,
  );

const wholeNumber = () =>
  z.coerce.number('must be a number').check(z.int('must be a whole number'), z.gte(0, 'must be at least 0'));

const leakPolicy = (fallback: LeakPolicy) =>
  z._default(z.enum(leakPolicies, `must be ${eitherOf(leakPolicies)}`), fallback);

const onOrOff = () =>
  z.pipe(
    z._default(z.enum(['on', 'off'], 'must be on or off'), 'on'),
    z.transform((value) => value === 'on'),
  );

const port = () =>
  z.coerce
    .number('must be a port number')
    .check(
      z.int('must be a port number'),
      z.gte(1, 'must be a port number'),
      z.lte(65535, 'must be a port number'),
    );

// As many as there are cores, or a number.
const processes = () =>
  z.pipe(
    z._default(
      z.string().check(z.regex(/^(auto|[1-9]\d*)$/, 'must be auto or a whole number of at least 1')),
      '1',
    ),
    z.transform((value) => (value === 'auto' ? availableParallelism() : Number(value))),
  );

const tls = () => z.optional(z.enum(['required', 'off'], 'must be required or off'));

// The mail library takes its options from the query, too.
const leavesTlsAlone = (url: string) =>
  ![...new URL(url).searchParams.keys()].some((name) => /tls|secure/i.test(name));

const databaseFault = 'must be a postgres:// address, or embedded';

export const variables = z.object({
  NODE_ENV: z._default(
    z.enum(['development', 'production', 'test'], 'must be development, production or test'),
    'development',
  ),
  HOST: text('127.0.0.1'),
  PORT: z._default(port(), 3000),
  KEY_CHECK_PORT: z.optional(port()),
  PUBLIC_URL: z.optional(httpUrl()),
  PROCESSES: processes(),
  DATA_DIR: text('./data'),
  DATABASE_URL: z.optional(
    z.union(
      [z.literal('embedded'), z.url({ protocol: /^postgres(ql)?$/, error: databaseFault })],
      databaseFault,
    ),
  ),
  DATABASE_WAIT_SECONDS: z.optional(wholeNumber()),
  DATABASE_POOL_SIZE: limit(usualLimits.poolSize),
  DATABASE_STATEMENT_TIMEOUT_MS: limit(usualLimits.statementMs),
  DATABASE_LOCK_TIMEOUT_MS: limit(usualLimits.lockMs),
  DATABASE_IDLE_TRANSACTION_TIMEOUT_MS: limit(usualLimits.idleTransactionMs),
  REDIS_URL: z.optional(
    z
      .string()
      .check(
        z.refine(
          (value) => readRedisUrl(value) !== null,
          'must be a redis:// or rediss:// address, redis+sentinel://host,host/name or redis+cluster://host,host',
        ),
      ),
  ),
  DATABASE_TLS: tls(),
  REDIS_TLS: tls(),
  REDIS_TIMEOUT_MS: limit(50),
  SMTP_URL: z.optional(
    z
      .url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' })
      .check(z.refine(leavesTlsAlone, 'must not say how to encrypt: set SMTP_TLS')),
  ),
  SMTP_TLS: tls(),
  MAIL_FROM: z.optional(z.string()),
  GITHUB_CLIENT_ID: z.optional(z.string()),
  GITHUB_CLIENT_SECRET: z.optional(z.string()),
  GITHUB_BASE_URL: providerUrl('https://github.com'),
  GOOGLE_CLIENT_ID: z.optional(z.string()),
  GOOGLE_CLIENT_SECRET: z.optional(z.string()),
  GOOGLE_ISSUER: providerUrl('https://accounts.google.com'),
  SIGNING_KEY: z.optional(secretList('signing')),
  TOKEN_PEPPER: z.optional(secretList('pepper')),
  KEY_ENCRYPTION_KEYS: z.optional(secretList('encryption')),
  LOST_SECRETS: z.optional(z.string()),
  COMMON_PASSWORDS: z.optional(z.enum(['refuse', 'warn'], 'must be refuse or warn')),
  BREACHED_PASSWORDS_URL: z.optional(
    privateUrl().check(z.refine(isPlainUrl, 'must be an address without user, query and fragment')),
  ),
  BREACHED_PASSWORDS_TIMEOUT_MS: limit(1000),
  PRODUCTION_KEYS: onOrOff(),
  KEY_SCOPES: keyScopes(),
  LEAK_REPORT_KEYS_URL: z.optional(privateUrl()),
  LEAK_REPORT_KEYS_FILE: z.optional(z.string()),
  LEAK_POLICY_SANDBOX: leakPolicy('revoke'),
  LEAK_POLICY_PRODUCTION: leakPolicy('rotate'),
  BRAND_NAME: text('Ballast'),
  DOCS_URL: z.optional(httpUrl()),
  MARKETING_URL: z._default(httpUrl(), 'https://ballast.example'),
  SUPPORT_EMAIL: text('support@ballast.example'),
  TOKEN_SYMBOL: text('BLST'),
  FAUCET_RPC_URL: z.optional(httpUrl()),
  FAUCET_TOKEN_ADDRESS: z.optional(
    z.string().check(z.refine(isTokenAddress, 'must be an address with a right checksum')),
  ),
  FAUCET_PRIVATE_KEY: z.optional(
    z.string().check(z.refine(isPrivateKey, 'must be a private key: 0x and 64 hexadecimal digits')),
  ),
  FAUCET_CONFIRMATIONS: limit(3),
  FAUCET_STUCK_AFTER_SECONDS: limit(120),
  METRICS_TOKEN: z.optional(z.string().check(z.minLength(16, 'must be at least 16 characters'))),
  SIGN_INS_PER_ADDRESS: limit(300),
  SIGN_UPS_PER_ADDRESS: limit(200),
  MAILS_PER_ADDRESS: limit(200),
  TOKENS_PER_ADDRESS: limit(600),
  SECOND_FACTORS_PER_ADDRESS: limit(30),
  PASSWORD_CHECKS_PER_ADDRESS: limit(300),
  CLI_LOGINS_PER_ADDRESS: limit(200),
  PASSKEY_OPTIONS_PER_ADDRESS: limit(30),
  FAUCET_CLAIMS_PER_ADDRESS: limit(200),
  KEY_LEAKS_PER_ADDRESS: limit(60),
  CALLS_PER_ACCOUNT: limit(1200),
  WRITES_PER_ACCOUNT: limit(240),
  SHED_CALLS: limit(usualShedding.calls),
  SHED_STANDING_CALLS: limit(usualShedding.standingCalls),
  SHED_STANDING_SECONDS: limit(usualShedding.standingSeconds),
  KEEP_ACTIVITIES_DAYS: limit(settableRetention.activities.days),
  KEEP_USAGE_DAYS: limit(settableRetention.usageDays.days),
  KEEP_USAGE_MINUTES_DAYS: limit(settableRetention.usageMinutes.days),
  KEEP_REFUSALS_DAYS: limit(settableRetention.refusals.days),
  KEEP_REVOKED_KEYS_DAYS: limit(settableRetention.revokedKeys.days),
  KEEP_REPLACED_KEYS_DAYS: limit(settableRetention.replacedKeys.days),
  KEEP_IDLE_SESSIONS_DAYS: limit(settableRetention.idleSessions.days),
  KEEP_SESSIONS_DAYS: limit(settableRetention.sessions.days),
  KEEP_UNVERIFIED_ACCOUNTS_DAYS: limit(settableRetention.unverifiedAccounts.days),
  KEEP_FAILED_JOBS_DAYS: limit(settableRetention.failedJobs.days),
  DRAIN_SECONDS: z.optional(wholeNumber()),
  TRUST_PROXY: proxies(),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.optional(httpUrl()),
  LOG_ADDRESSES: onOrOff(),
  LOG_LEVEL: z.optional(
    z.enum(['debug', 'info', 'warn', 'error', 'silent'], 'must be debug, info, warn, error or silent'),
  ),
});

export type Variables = z.infer<typeof variables>;
