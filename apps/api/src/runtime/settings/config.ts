// This is the only reader of process.env. Everything that an operator can set is checked before anything starts.
import { isIPv6 } from 'node:net';
import { resolve } from 'node:path';
import { isLoopback } from '../loopback.ts';
import type { Shedding } from '../shedding.ts';
import { unencryptedService } from './encrypted-services.ts';
import type { Retention } from './retention.ts';
import { readSecretFiles } from './secret-files.ts';
import { isPrivateAddress, type Variables, variables } from './variables.ts';

export class StartupProblem extends Error {}

// The operator's commands need nothing but this.
export const readDataDir = (env: Record<string, string | undefined>) => resolve(env.DATA_DIR || './data');

const neededInProduction = [
  'PUBLIC_URL',
  'DATABASE_URL',
  'SMTP_URL',
  'MAIL_FROM',
  'SIGNING_KEY',
  'TOKEN_PEPPER',
  'KEY_ENCRYPTION_KEYS',
] as const;

export type Config = ReturnType<typeof readConfig>;
export type ProviderSettings = { clientId: string; clientSecret: string; url: string };

// The dev provider stands in for a provider without credentials, but never in production. What it grants, one process remembers: another
// one on the same port would refuse it.
const readProvider = (
  vars: Variables,
  name: 'GITHUB' | 'GOOGLE',
  url: string,
): ProviderSettings | 'dev' | null => {
  const clientId = vars[`${name}_CLIENT_ID`];
  const clientSecret = vars[`${name}_CLIENT_SECRET`];
  if (clientId && clientSecret) return { clientId, clientSecret, url };
  if (clientId) throw new StartupProblem(`Configuration: ${name}_CLIENT_ID needs ${name}_CLIENT_SECRET`);
  if (clientSecret) throw new StartupProblem(`Configuration: ${name}_CLIENT_SECRET needs ${name}_CLIENT_ID`);
  return vars.NODE_ENV === 'production' || vars.PROCESSES > 1 ? null : 'dev';
};

export type BreachedPasswordsSettings = { url: string; timeoutMs: number };

export type FaucetSettings = {
  rpcUrl: string;
  tokenAddress: string;
  privateKey: string;
  confirmations: number;
  stuckAfterSeconds: number;
};

const faucetVariables = ['FAUCET_RPC_URL', 'FAUCET_TOKEN_ADDRESS', 'FAUCET_PRIVATE_KEY'] as const;

// All three are set, or the embedded ledger is used.
const readFaucet = (vars: Variables): FaucetSettings | null => {
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

export type LeakReportSettings = { url: string } | { file: string };

// Where the public keys are that sign reports of leaked API keys.
const readLeakReports = (vars: Variables): LeakReportSettings | null => {
  const { LEAK_REPORT_KEYS_URL: url, LEAK_REPORT_KEYS_FILE: file } = vars;
  if (url && file)
    throw new StartupProblem(
      'Configuration: LEAK_REPORT_KEYS_URL and LEAK_REPORT_KEYS_FILE are both set: remove one of them',
    );
  if (url) return { url };
  return file ? { file } : null;
};

export type SmtpSettings = { url: string; from: string; tls: 'required' | 'if offered' | 'off' };

// smtps:// is encrypted from the first byte; smtp:// becomes so by STARTTLS, which only this machine may do without.
const readSmtp = (vars: Variables, from: string): SmtpSettings | null => {
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

const readVariables = (env: Record<string, string | undefined>): Variables => {
  // An empty line in a .env file means 'not set'.
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  const files = readSecretFiles(given);
  if (files.problems.length) throw new StartupProblem(`Configuration: ${files.problems.join('; ')}`);
  const parsed = variables.safeParse({ ...given, ...files.found });
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
  throw new StartupProblem(`Configuration: ${[...new Set(problems)].join('; ')}`);
};

const refuseOpenDoors = (vars: Variables, production: boolean, publicUrl: string) => {
  const missing = neededInProduction.filter((name) => !vars[name]);
  if (!production) return keepToThisMachine(vars.HOST, publicUrl, missing);
  if (missing.length) throw new StartupProblem(`Configuration: production needs ${missing.join(', ')}`);
  if (isPrivateAddress(publicUrl)) return;
  throw new StartupProblem(
    'Configuration: PUBLIC_URL must be an https address: sessions and keys pass under it',
  );
};

const limitsOf = (vars: Variables) => ({
  signInsPerAddress: vars.SIGN_INS_PER_ADDRESS,
  signUpsPerAddress: vars.SIGN_UPS_PER_ADDRESS,
  mailsPerAddress: vars.MAILS_PER_ADDRESS,
  tokensPerAddress: vars.TOKENS_PER_ADDRESS,
  secondFactorsPerAddress: vars.SECOND_FACTORS_PER_ADDRESS,
  passwordChecksPerAddress: vars.PASSWORD_CHECKS_PER_ADDRESS,
  cliLoginsPerAddress: vars.CLI_LOGINS_PER_ADDRESS,
  passkeyOptionsPerAddress: vars.PASSKEY_OPTIONS_PER_ADDRESS,
  keyLeaksPerAddress: vars.KEY_LEAKS_PER_ADDRESS,
  faucetClaimsPerAddress: vars.FAUCET_CLAIMS_PER_ADDRESS,
  callsPerAccount: vars.CALLS_PER_ACCOUNT,
  writesPerAccount: vars.WRITES_PER_ACCOUNT,
});

const sheddingOf = (vars: Variables): Shedding => ({
  calls: vars.SHED_CALLS,
  standingCalls: vars.SHED_STANDING_CALLS,
  standingSeconds: vars.SHED_STANDING_SECONDS,
});

const retentionOf = (vars: Variables): Retention => ({
  activities: vars.KEEP_ACTIVITIES_DAYS,
  usageDays: vars.KEEP_USAGE_DAYS,
  usageMinutes: vars.KEEP_USAGE_MINUTES_DAYS,
  refusals: vars.KEEP_REFUSALS_DAYS,
  revokedKeys: vars.KEEP_REVOKED_KEYS_DAYS,
  replacedKeys: vars.KEEP_REPLACED_KEYS_DAYS,
  idleSessions: vars.KEEP_IDLE_SESSIONS_DAYS,
  sessions: vars.KEEP_SESSIONS_DAYS,
  unverifiedAccounts: vars.KEEP_UNVERIFIED_ACCOUNTS_DAYS,
  failedJobs: vars.KEEP_FAILED_JOBS_DAYS,
});

const databaseUrlOf = ({ DATABASE_URL }: Variables) =>
  DATABASE_URL === 'embedded' ? undefined : DATABASE_URL;

// A migration needs nothing but the database.
export const readDatabaseUrl = (env: Record<string, string | undefined>) => {
  const vars = readVariables(env);
  const unencrypted = unencryptedService(vars, vars.NODE_ENV === 'production');
  if (unencrypted) throw new StartupProblem(`Configuration: ${unencrypted}`);
  return databaseUrlOf(vars);
};

const refuseProcessesOnEmbedded = (env: Record<string, string | undefined>, vars: Variables) => {
  if (vars.KEY_CHECK_PORT && !databaseUrlOf(vars))
    throw new StartupProblem(
      'Configuration: KEY_CHECK_PORT needs PostgreSQL, because the embedded database serves one process: set DATABASE_URL, or leave it out',
    );
  // The word auto is refused on every machine, also where it would mean one.
  if (databaseUrlOf(vars) || (vars.PROCESSES === 1 && env.PROCESSES !== 'auto')) return;
  throw new StartupProblem(
    'Configuration: PROCESSES above 1 needs PostgreSQL, because the embedded database serves one process: set DATABASE_URL, or PROCESSES=1',
  );
};

export const readConfig = (env: Record<string, string | undefined>) => {
  const vars = readVariables(env);
  const production = vars.NODE_ENV === 'production';
  const publicUrl = vars.PUBLIC_URL ?? `http://${ownName(vars.HOST)}:${vars.PORT}`;
  refuseOpenDoors(vars, production, publicUrl);
  const unencrypted = unencryptedService(vars, production);
  if (unencrypted) throw new StartupProblem(`Configuration: ${unencrypted}`);

  refuseProcessesOnEmbedded(env, vars);
  if (vars.KEY_CHECK_PORT === vars.PORT)
    throw new StartupProblem('Configuration: KEY_CHECK_PORT must be another port than PORT');

  return {
    production,
    processes: vars.PROCESSES,
    host: vars.HOST,
    port: vars.PORT,
    keyCheckPort: vars.KEY_CHECK_PORT ?? null,
    publicUrl,
    dataDir: resolve(vars.DATA_DIR),
    databaseUrl: databaseUrlOf(vars),
    databaseWaitSeconds: vars.DATABASE_WAIT_SECONDS ?? (production ? 30 : 0),
    databaseLimits: {
      poolSize: vars.DATABASE_POOL_SIZE,
      statementMs: vars.DATABASE_STATEMENT_TIMEOUT_MS,
      lockMs: vars.DATABASE_LOCK_TIMEOUT_MS,
      idleTransactionMs: vars.DATABASE_IDLE_TRANSACTION_TIMEOUT_MS,
    },
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
    // The specification has one rule for passwords; whoever serves others has this one, too.
    commonPasswords: vars.COMMON_PASSWORDS ?? (production ? 'refuse' : 'warn'),
    breachedPasswords: vars.BREACHED_PASSWORDS_URL
      ? { url: vars.BREACHED_PASSWORDS_URL, timeoutMs: vars.BREACHED_PASSWORDS_TIMEOUT_MS }
      : null,
    productionKeys: vars.PRODUCTION_KEYS,
    keyScopes: vars.KEY_SCOPES,
    leakReports: readLeakReports(vars),
    leakPolicies: { SANDBOX: vars.LEAK_POLICY_SANDBOX, PRODUCTION: vars.LEAK_POLICY_PRODUCTION },
    brandName: vars.BRAND_NAME,
    docsUrl: vars.DOCS_URL ?? `${publicUrl}/docs`,
    marketingUrl: vars.MARKETING_URL,
    supportEmail: vars.SUPPORT_EMAIL,
    tokenSymbol: vars.TOKEN_SYMBOL,
    faucet: readFaucet(vars),
    metricsToken: vars.METRICS_TOKEN,
    limits: limitsOf(vars),
    shedding: sheddingOf(vars),
    retention: retentionOf(vars),
    // Nobody stands in front of a portal on one's own machine.
    drainSeconds: vars.DRAIN_SECONDS ?? (production ? 5 : 0),
    trustedProxies: vars.TRUST_PROXY,
    tracesEndpoint: vars.OTEL_EXPORTER_OTLP_ENDPOINT,
    logAddresses: vars.LOG_ADDRESSES,
    logLevel: vars.LOG_LEVEL ?? (production ? 'info' : 'warn'),
  };
};

// The server speaks plain http, so under an https address there is a proxy that ends TLS.
export const isBehindUnknownProxy = ({ production, publicUrl, trustedProxies }: Config) =>
  production && publicUrl.startsWith('https:') && !trustedProxies.networks.length;
