// Checks everything that an operator can set before anything starts.
import { isIPv6 } from 'node:net';
import { resolve } from 'node:path';
import * as z from 'zod/mini';
import { readAccent } from '../brand/accent.ts';
import { readLogo } from '../brand/logo.ts';
import { isLoopback } from '../loopback.ts';
import { readDeclared, type Settings } from './declared.ts';
import { readFormerNames } from './groups.ts';
import { misspeltNames } from './misspelt.ts';
import { readSecretFiles, secretFileNames } from './secret-files.ts';
import { readProvider, readSmtp, refuse, refuseUnencrypted } from './services.ts';
import { isPrivateAddress } from './shapes.ts';
import { formerNames, type Variables, variables } from './variables.ts';

type Environment = Record<string, string | undefined>;

// The operator's commands need nothing but this.
export const readDataDir = (env: Environment) => resolve(env.DATA_DIR || './data');

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

const ownName = (host: string) => {
  if (host === '127.0.0.1') return 'localhost';
  return isIPv6(host) ? `[${host}]` : host;
};

// Outside production anybody may be anybody: the dev provider and the dev mailbox are there, and secrets are made up.
const keepToThisMachine = (host: string, publicUrl: string | undefined, missing: readonly string[]) => {
  const open = [
    ...(!publicUrl || isLoopback(new URL(publicUrl).hostname) ? [] : [`PUBLIC_URL ${publicUrl}`]),
    ...(isLoopback(host) ? [] : [`HOST ${host}`]),
  ];
  if (!open.length) return;
  const needs = missing.length ? `, which needs ${missing.join(', ')}` : '';
  refuse(`${open.join(' and ')} can be reached by others: set NODE_ENV=production${needs}`);
};

const readVariables = (env: Environment, declarations: Settings[] = []) => {
  // An empty line in a .env file means 'not set'.
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  const files = readSecretFiles(given);
  if (files.problems.length) refuse(files.problems.join('; '));
  const grouped = readFormerNames({ ...given, ...files.found }, formerNames);
  const all = Object.assign({}, variables.def.shape, ...declarations.map((each) => each.variables));
  const parsed = z.object(all as typeof variables.def.shape).safeParse(grouped.env);
  const known = [...Object.keys(all), ...formerNames.keys(), ...secretFileNames];
  if (parsed.success)
    return { vars: parsed.data, warnings: [...grouped.warnings, ...misspeltNames(given, known)] };
  const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
  return refuse([...new Set(problems)].join('; '));
};

const refuseOpenDoors = (vars: Variables, production: boolean, publicUrl: string) => {
  const missing = neededInProduction.filter((name) => !vars[name]);
  if (!production) return keepToThisMachine(vars.HOST, vars.PUBLIC_URL, missing);
  const choice = vars.DATABASE_URL ? '' : ' (DATABASE_URL=embedded chooses the embedded database)';
  if (missing.length) refuse(`production needs ${missing.join(', ')}${choice}`);
  if (isPrivateAddress(publicUrl)) return;
  refuse('PUBLIC_URL must be an https address: sessions and keys pass under it');
};

const limitsOf = ({ shedCalls, shedStandingCalls, shedStandingSeconds, ...limits }: Variables['LIMITS']) => ({
  limits,
  shedding: { calls: shedCalls, standingCalls: shedStandingCalls, standingSeconds: shedStandingSeconds },
});

const databaseUrlOf = ({ DATABASE_URL }: Variables) =>
  DATABASE_URL === 'embedded' ? undefined : DATABASE_URL;

// A migration needs nothing but the database.
export const readDatabaseUrl = (env: Environment) => {
  const { vars } = readVariables(env);
  refuseUnencrypted(vars, vars.NODE_ENV === 'production');
  return databaseUrlOf(vars);
};

const refuseProcessesOnEmbedded = (env: Record<string, string | undefined>, vars: Variables) => {
  if (vars.KEY_CHECK_PORT && !databaseUrlOf(vars))
    refuse(
      'KEY_CHECK_PORT needs PostgreSQL, because the embedded database serves one process: set DATABASE_URL, or leave it out',
    );
  // The word auto is refused on every machine, also where it would mean one.
  if (databaseUrlOf(vars) || (vars.PROCESSES === 1 && env.PROCESSES !== 'auto')) return;
  refuse(
    'PROCESSES above 1 needs PostgreSQL, because the embedded database serves one process: set DATABASE_URL, or PROCESSES=1',
  );
};

const databaseOf = (vars: Variables, production: boolean) => ({
  databaseUrl: databaseUrlOf(vars),
  databaseWaitSeconds: vars.DATABASE_WAIT_SECONDS ?? (production ? 30 : 0),
  databaseLimits: {
    poolSize: vars.DATABASE_POOL_SIZE,
    statementMs: vars.TIMEOUTS_MS.databaseStatement,
    lockMs: vars.TIMEOUTS_MS.databaseLock,
    idleTransactionMs: vars.TIMEOUTS_MS.databaseIdleTransaction,
    silenceMs: vars.TIMEOUTS_MS.databaseSilence,
  },
});

const servicesOf = (vars: Variables) => ({
  redisUrl: vars.REDIS_URL,
  redisTimeoutMs: vars.TIMEOUTS_MS.redis,
  smtp: readSmtp(vars, vars.MAIL_FROM ?? `${vars.BRAND_NAME} <no-reply@localhost>`),
  providers: {
    github: readProvider(vars, 'GITHUB', vars.GITHUB_BASE_URL),
    google: readProvider(vars, 'GOOGLE', vars.GOOGLE_ISSUER),
  },
  breachedPasswords: vars.BREACHED_PASSWORDS_URL
    ? { url: vars.BREACHED_PASSWORDS_URL, timeoutMs: vars.TIMEOUTS_MS.breachedPasswords }
    : null,
  tracesEndpoint: vars.OTEL_EXPORTER_OTLP_ENDPOINT,
});

const brandOf = ({ BRAND_ACCENT, BRAND_LOGO_FILE }: Variables) => ({
  brandAccent: (BRAND_ACCENT && readAccent(BRAND_ACCENT)) || null,
  brandLogo: BRAND_LOGO_FILE ? readLogo(resolve(BRAND_LOGO_FILE), refuse) : null,
});

const productOf = (vars: Variables, publicUrl: string) => ({
  productionKeys: vars.PRODUCTION_KEYS,
  brandName: vars.BRAND_NAME,
  ...brandOf(vars),
  docsUrl: vars.DOCS_URL ?? `${publicUrl}/docs`,
  marketingUrl: vars.MARKETING_URL,
  supportEmail: vars.SUPPORT_EMAIL,
  tokenSymbol: vars.TOKEN_SYMBOL,
});

export const readConfig = (env: Environment, declarations: Settings[] = []) => {
  const { vars, warnings } = readVariables(env, declarations);
  const production = vars.NODE_ENV === 'production';
  const publicUrl = vars.PUBLIC_URL ?? `http://${ownName(vars.HOST)}:${vars.PORT}`;
  refuseOpenDoors(vars, production, publicUrl);
  refuseUnencrypted(vars, production);
  refuseProcessesOnEmbedded(env, vars);
  if (vars.KEY_CHECK_PORT === vars.PORT) refuse('KEY_CHECK_PORT must be another port than PORT');

  const product = productOf(vars, publicUrl);
  const { brandAccent, brandLogo } = product;

  return {
    production,
    warnings: [...warnings, ...(brandAccent?.warnings ?? []), ...(brandLogo?.warnings ?? [])],
    processes: vars.PROCESSES,
    primaryTimeoutMs: vars.TIMEOUTS_MS.primary,
    workerTimeoutMs: vars.TIMEOUTS_MS.worker,
    host: vars.HOST,
    port: vars.PORT,
    keyCheckPort: vars.KEY_CHECK_PORT ?? null,
    keyCheckGraceSeconds: vars.KEY_CHECK_GRACE_SECONDS,
    publicUrl,
    dataDir: resolve(vars.DATA_DIR),
    ...databaseOf(vars, production),
    ...servicesOf(vars),
    ...product,
    ...limitsOf(vars.LIMITS),
    retention: vars.KEEP_DAYS,
    requestDays: vars.KEEP_REQUESTS_DAYS,
    declared: readDeclared(declarations, vars),
    secrets: { signing: vars.SIGNING_KEY, pepper: vars.TOKEN_PEPPER, encryption: vars.KEY_ENCRYPTION_KEYS },
    lostSecrets: vars.LOST_SECRETS?.split(',').map((id) => id.trim()) ?? [],
    // The specification has one rule for passwords. Production adds this one.
    commonPasswords: vars.COMMON_PASSWORDS ?? (production ? 'refuse' : 'warn'),
    metricsToken: vars.METRICS_TOKEN,
    drainSeconds: vars.DRAIN_SECONDS ?? (production ? 5 : 0),
    trustedProxies: vars.TRUST_PROXY,
    logAddresses: vars.LOG_ADDRESSES,
    logLevel: vars.LOG_LEVEL ?? (production ? 'info' : 'warn'),
  };
};

// The server speaks plain http, so under an https address there is a proxy that ends TLS.
export const isBehindUnknownProxy = ({ production, publicUrl, trustedProxies }: Config) =>
  production && publicUrl.startsWith('https:') && !trustedProxies.networks.length;
