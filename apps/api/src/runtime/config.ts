// This is the only reader of process.env. Everything that an operator can set is checked before anything starts.
import { isIPv6 } from 'node:net';
import { resolve } from 'node:path';
import { hasWrongChecksum, isAddress, isZeroAddress } from '@ballast/contract/evm-address';
import type { SecretKind } from '@ballast/contract/operator';
import * as z from 'zod/mini';
import { readSecretList } from '../secrets/read-secret-list.ts';
import { isLoopback } from './loopback.ts';
import { readTrustedProxies } from './network/trusted-proxies.ts';
import { readSecretFiles } from './secret-files.ts';

export class StartupProblem extends Error {}

const text = (fallback: string) =>
  z._default(z.string().check(z.trim(), z.minLength(1, 'must not be empty')), fallback);
const httpUrl = () =>
  z
    .url({ protocol: /^https?$/, error: 'must be an http or https address' })
    .check(z.overwrite((url) => url.replace(/\/+$/, '')));
// A provider is told our secret, so plain http may not leave the machine.
const isPrivateAddress = (value: string) => {
  const { protocol, hostname } = new URL(value);
  return protocol === 'https:' || isLoopback(hostname);
};
const providerUrl = (fallback: string) =>
  z._default(httpUrl().check(z.refine(isPrivateAddress, 'must be an https address')), fallback);
const proxies = () =>
  z.pipe(
    z._default(
      z.string().check(
        z.trim(),
        z.refine(
          (value) => readTrustedProxies(value) !== null,
          'must be on, off, or addresses and networks separated by commas, such as 10.1.0.0/16',
        ),
      ),
      'off',
    ),
    z.transform((value) => readTrustedProxies(value) ?? []),
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

// The mail library takes its options from the query, too.
const leavesTlsAlone = (url: string) =>
  ![...new URL(url).searchParams.keys()].some((name) => /tls|secure/i.test(name));

const environment = z.object({
  NODE_ENV: z._default(
    z.enum(['development', 'production', 'test'], 'must be development, production or test'),
    'development',
  ),
  HOST: text('127.0.0.1'),
  PORT: z._default(
    z.coerce
      .number('must be a port number')
      .check(
        z.int('must be a port number'),
        z.gte(1, 'must be a port number'),
        z.lte(65535, 'must be a port number'),
      ),
    3000,
  ),
  PUBLIC_URL: z.optional(httpUrl()),
  DATA_DIR: text('./data'),
  DATABASE_URL: z.optional(z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' })),
  REDIS_URL: z.optional(z.url({ protocol: /^rediss?$/, error: 'must be a redis:// or rediss:// address' })),
  REDIS_TIMEOUT_MS: limit(50),
  SMTP_URL: z.optional(
    z
      .url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' })
      .check(z.refine(leavesTlsAlone, 'must not say how to encrypt: set SMTP_TLS')),
  ),
  SMTP_TLS: z.optional(z.enum(['required', 'off'], 'must be required or off')),
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
  PRODUCTION_KEYS: z.pipe(
    z._default(z.enum(['on', 'off'], 'must be on or off'), 'on'),
    z.transform((value) => value === 'on'),
  ),
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
  CLI_LOGINS_PER_ADDRESS: limit(200),
  FAUCET_CLAIMS_PER_ADDRESS: limit(200),
  CALLS_PER_ACCOUNT: limit(1200),
  WRITES_PER_ACCOUNT: limit(240),
  TRUST_PROXY: proxies(),
  LOG_LEVEL: z.optional(
    z.enum(['debug', 'info', 'warn', 'error', 'silent'], 'must be debug, info, warn, error or silent'),
  ),
});

// The operator's commands need nothing but this.
export const readDataDir = (env: Record<string, string | undefined>) => resolve(env.DATA_DIR || './data');

const neededInProduction = [
  'PUBLIC_URL',
  'SMTP_URL',
  'MAIL_FROM',
  'SIGNING_KEY',
  'TOKEN_PEPPER',
  'KEY_ENCRYPTION_KEYS',
] as const;

export type Config = ReturnType<typeof readConfig>;
export type ProviderSettings = { clientId: string; clientSecret: string; url: string };

// The dev provider stands in for a provider without credentials, but never in production.
const readProvider = (
  vars: z.infer<typeof environment>,
  name: 'GITHUB' | 'GOOGLE',
  url: string,
): ProviderSettings | 'dev' | null => {
  const clientId = vars[`${name}_CLIENT_ID`];
  const clientSecret = vars[`${name}_CLIENT_SECRET`];
  if (clientId && clientSecret) return { clientId, clientSecret, url };
  if (clientId) throw new StartupProblem(`Configuration: ${name}_CLIENT_ID needs ${name}_CLIENT_SECRET`);
  if (clientSecret) throw new StartupProblem(`Configuration: ${name}_CLIENT_SECRET needs ${name}_CLIENT_ID`);
  return vars.NODE_ENV === 'production' ? null : 'dev';
};

export type FaucetSettings = {
  rpcUrl: string;
  tokenAddress: string;
  privateKey: string;
  confirmations: number;
  stuckAfterSeconds: number;
};

const faucetVariables = ['FAUCET_RPC_URL', 'FAUCET_TOKEN_ADDRESS', 'FAUCET_PRIVATE_KEY'] as const;

// All three are set, or the embedded ledger is used.
const readFaucet = (vars: z.infer<typeof environment>): FaucetSettings | null => {
  const missing = faucetVariables.filter((name) => !vars[name]);
  if (missing.length === faucetVariables.length) return null;
  if (missing.length) {
    const given = faucetVariables.filter((name) => vars[name]);
    throw new StartupProblem(`Configuration: ${given.join(' and ')} needs ${missing.join(' and ')}`);
  }
  return {
    rpcUrl: vars.FAUCET_RPC_URL ?? '',
    tokenAddress: vars.FAUCET_TOKEN_ADDRESS ?? '',
    privateKey: vars.FAUCET_PRIVATE_KEY ?? '',
    confirmations: vars.FAUCET_CONFIRMATIONS,
    stuckAfterSeconds: vars.FAUCET_STUCK_AFTER_SECONDS,
  };
};

export type SmtpSettings = { url: string; from: string; tls: 'required' | 'if offered' | 'off' };

// smtps:// is encrypted from the first byte; smtp:// becomes so by STARTTLS, which only this machine may do without.
const readSmtp = (vars: z.infer<typeof environment>, from: string): SmtpSettings | null => {
  const { SMTP_URL: url, SMTP_TLS: wanted } = vars;
  if (!url) return null;
  const { protocol, hostname } = new URL(url);
  if (protocol === 'smtps:' && wanted === 'off')
    throw new StartupProblem('Configuration: SMTP_TLS off needs an smtp:// address in SMTP_URL');
  return { url, from, tls: wanted ?? (isLoopback(hostname) ? 'if offered' : 'required') };
};

const ownName = (host: string) => {
  if (host === '127.0.0.1') return 'localhost';
  return isIPv6(host) ? `[${host}]` : host;
};

// Outside production anybody may be anybody: the dev provider and the dev mailbox are there, and secrets are made up.
const keepToThisMachine = (host: string, publicUrl: string, missing: readonly string[]) => {
  const open = [
    ...(isLoopback(new URL(publicUrl).hostname) ? [] : [`PUBLIC_URL ${publicUrl}`]),
    ...(isLoopback(host) ? [] : [`HOST ${host}`]),
  ];
  if (!open.length) return;
  const needs = missing.length ? `, which needs ${missing.join(', ')}` : '';
  throw new StartupProblem(
    `Configuration: ${open.join(' and ')} can be reached by others: set NODE_ENV=production${needs}`,
  );
};

export const readConfig = (env: Record<string, string | undefined>) => {
  // An empty line in a .env file means 'not set'.
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  const files = readSecretFiles(given);
  if (files.problems.length) throw new StartupProblem(`Configuration: ${files.problems.join('; ')}`);
  const parsed = environment.safeParse({ ...given, ...files.found });
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
    throw new StartupProblem(`Configuration: ${[...new Set(problems)].join('; ')}`);
  }
  const vars = parsed.data;
  const production = vars.NODE_ENV === 'production';
  const publicUrl = vars.PUBLIC_URL ?? `http://${ownName(vars.HOST)}:${vars.PORT}`;
  const missing = neededInProduction.filter((name) => !vars[name]);
  if (!production) keepToThisMachine(vars.HOST, publicUrl, missing);
  else if (missing.length) throw new StartupProblem(`Configuration: production needs ${missing.join(', ')}`);
  else if (!isPrivateAddress(publicUrl))
    throw new StartupProblem(
      'Configuration: PUBLIC_URL must be an https address: sessions and keys pass under it',
    );

  return {
    production,
    host: vars.HOST,
    port: vars.PORT,
    publicUrl,
    dataDir: resolve(vars.DATA_DIR),
    databaseUrl: vars.DATABASE_URL,
    redisUrl: vars.REDIS_URL,
    redisTimeoutMs: vars.REDIS_TIMEOUT_MS,
    smtp: readSmtp(vars, vars.MAIL_FROM ?? `${vars.BRAND_NAME} <no-reply@localhost>`),
    providers: {
      github: readProvider(vars, 'GITHUB', vars.GITHUB_BASE_URL),
      google: readProvider(vars, 'GOOGLE', vars.GOOGLE_ISSUER),
    },
    secrets: {
      signing: vars.SIGNING_KEY,
      pepper: vars.TOKEN_PEPPER,
      encryption: vars.KEY_ENCRYPTION_KEYS,
    },
    lostSecrets: vars.LOST_SECRETS?.split(',').map((id) => id.trim()) ?? [],
    productionKeys: vars.PRODUCTION_KEYS,
    brandName: vars.BRAND_NAME,
    docsUrl: vars.DOCS_URL ?? `${publicUrl}/docs`,
    marketingUrl: vars.MARKETING_URL,
    supportEmail: vars.SUPPORT_EMAIL,
    tokenSymbol: vars.TOKEN_SYMBOL,
    faucet: readFaucet(vars),
    metricsToken: vars.METRICS_TOKEN,
    limits: {
      signInsPerAddress: vars.SIGN_INS_PER_ADDRESS,
      signUpsPerAddress: vars.SIGN_UPS_PER_ADDRESS,
      mailsPerAddress: vars.MAILS_PER_ADDRESS,
      tokensPerAddress: vars.TOKENS_PER_ADDRESS,
      cliLoginsPerAddress: vars.CLI_LOGINS_PER_ADDRESS,
      faucetClaimsPerAddress: vars.FAUCET_CLAIMS_PER_ADDRESS,
      callsPerAccount: vars.CALLS_PER_ACCOUNT,
      writesPerAccount: vars.WRITES_PER_ACCOUNT,
    },
    trustedProxies: vars.TRUST_PROXY,
    logLevel: vars.LOG_LEVEL ?? (production ? 'info' : 'warn'),
  };
};
