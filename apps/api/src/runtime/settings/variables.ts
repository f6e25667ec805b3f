import { requestDays } from '@ballast/contract/requests/requests';
import * as z from 'zod/mini';
import { usualShedding } from '../shedding.ts';
import { usualLimits } from './database-limits.ts';
import { group, nameOf, numbers } from './groups.ts';
import { usualRetention } from './retention.ts';
import {
  color,
  databaseUrl,
  graceSeconds,
  host,
  httpUrl,
  limit,
  mailAddress,
  onOrOff,
  originUrl,
  plainUrl,
  port,
  processes,
  providerUrl,
  proxies,
  redisUrl,
  secretList,
  sender,
  smtpUrl,
  text,
  tlsMode,
  wholeNumber,
} from './shapes.ts';

const limits = {
  signInsPerAddress: 300,
  signUpsPerAddress: 200,
  mailsPerAddress: 200,
  tokensPerAddress: 600,
  secondFactorsPerAddress: 30,
  passwordChecksPerAddress: 300,
  cliLoginsPerAddress: 200,
  passkeyOptionsPerAddress: 30,
  faucetClaimsPerAddress: 200,
  keyLeaksPerAddress: 60,
  callsPerAccount: 1200,
  writesPerAccount: 240,
  shedCalls: usualShedding.calls,
  shedStandingCalls: usualShedding.standingCalls,
  shedStandingSeconds: usualShedding.standingSeconds,
};

const timeouts = {
  databaseStatement: usualLimits.statementMs,
  databaseLock: usualLimits.lockMs,
  databaseIdleTransaction: usualLimits.idleTransactionMs,
  redis: 50,
  breachedPasswords: 1000,
};
// The last two are between the processes of one port.
const newTimeouts = { databaseSilence: usualLimits.silenceMs, primary: 50, worker: 3000 };

// A shorter one would end the statements of a start.
const databaseTimeouts = { databaseStatement: { least: 50 }, databaseLock: { least: 50 } };

const longestTimeoutMs = 3_600_000;
const longestWaitSeconds = 3600;
const longestDrainSeconds = 600;
const longestRequestDays = 90;
const longestRetentionDays = 36_500;
// PostgreSQL itself takes 100 unless it is told otherwise.
const mostConnections = 500;

const tls = { database: tlsMode(), redis: tlsMode(), smtp: tlsMode() };

export const variables = z.object({
  NODE_ENV: z._default(
    z.enum(['development', 'production', 'test'], 'must be development, production or test'),
    'development',
  ),
  HOST: host('127.0.0.1'),
  PORT: z._default(port(), 3000),
  KEY_CHECK_PORT: z.optional(port()),
  KEY_CHECK_GRACE_SECONDS: graceSeconds(),
  PUBLIC_URL: z.optional(originUrl()),
  PROCESSES: processes(),
  DATA_DIR: text('./data'),
  DATABASE_URL: z.optional(databaseUrl()),
  DATABASE_WAIT_SECONDS: z.optional(wholeNumber(longestWaitSeconds)),
  DATABASE_POOL_SIZE: limit(usualLimits.poolSize, { most: mostConnections }),
  REDIS_URL: z.optional(redisUrl()),
  SMTP_URL: z.optional(smtpUrl()),
  TLS: group(tls),
  TIMEOUTS_MS: numbers({ ...timeouts, ...newTimeouts }, { most: longestTimeoutMs }, databaseTimeouts),
  MAIL_FROM: z.optional(sender()),
  GITHUB_CLIENT_ID: z.optional(z.string()),
  GITHUB_CLIENT_SECRET: z.optional(z.string()),
  GITHUB_BASE_URL: providerUrl('https://github.com'),
  GOOGLE_CLIENT_ID: z.optional(z.string()),
  GOOGLE_CLIENT_SECRET: z.optional(z.string()),
  GOOGLE_ISSUER: providerUrl('https://accounts.google.com'),
  SIGNING_KEY: secretList('signing'),
  TOKEN_PEPPER: secretList('pepper'),
  KEY_ENCRYPTION_KEYS: secretList('encryption'),
  LOST_SECRETS: z.optional(z.string()),
  COMMON_PASSWORDS: z.optional(z.enum(['refuse', 'warn'], 'must be refuse or warn')),
  BREACHED_PASSWORDS_URL: z.optional(plainUrl()),
  PRODUCTION_KEYS: onOrOff(),
  BRAND_NAME: text('Ballast'),
  BRAND_LOGO_FILE: z.optional(z.string()),
  BRAND_ACCENT: z.optional(color()),
  DOCS_URL: z.optional(httpUrl()),
  MARKETING_URL: z._default(httpUrl(), 'https://ballast.example'),
  SUPPORT_EMAIL: z._default(mailAddress(), 'support@ballast.example'),
  TOKEN_SYMBOL: text('BLST'),
  METRICS_TOKEN: z.optional(z.string().check(z.minLength(16, 'must be at least 16 characters'))),
  LIMITS: numbers(limits),
  KEEP_DAYS: numbers(usualRetention, { most: longestRetentionDays }),
  KEEP_REQUESTS_DAYS: z._default(wholeNumber(longestRequestDays), requestDays),
  DRAIN_SECONDS: z.optional(wholeNumber(longestDrainSeconds)),
  TRUST_PROXY: proxies(),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.optional(httpUrl()),
  LOG_ADDRESSES: onOrOff(),
  LOG_LEVEL: z.optional(
    z.enum(['debug', 'info', 'warn', 'error', 'silent'], 'must be debug, info, warn, error or silent'),
  ),
});

export type Variables = z.infer<typeof variables>;

type OldName = (name: string) => string;
const formerNamesOf = (variable: string, names: string[], oldName: OldName) =>
  names.map(nameOf).map((name) => [oldName(name.toUpperCase()), { variable, name }] as const);

// Where a variable of 0.1.0 is now.
export const formerNames = new Map([
  ...formerNamesOf('LIMITS', Object.keys(limits), (name) => name),
  ...formerNamesOf(
    'KEEP_DAYS',
    Object.keys(usualRetention),
    (name) => `KEEP_${name.replace(/_DAYS$/, '')}_DAYS`,
  ),
  ...formerNamesOf('TIMEOUTS_MS', Object.keys(timeouts), (name) => `${name}_TIMEOUT_MS`),
  ...formerNamesOf('FAUCET', ['confirmations', 'stuckAfterSeconds'], (name) => `FAUCET_${name}`),
  ...formerNamesOf('TLS', Object.keys(tls), (name) => `${name}_TLS`),
]);
