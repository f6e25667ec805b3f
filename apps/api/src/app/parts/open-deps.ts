// This puts together what the features work with, for main.ts and for the tests.
import type { Logger } from 'pino';
import type { OpenDatabase } from '../../db/connections/open.ts';
import { openRedis } from '../../db/connections/redis.ts';
import { watchDatabase } from '../../db/queries/database-metrics.ts';
import { traceQueries } from '../../db/queries/trace-queries.ts';
import { repeatConflicts } from '../../db/repeat-conflicts.ts';
import type { Mailer } from '../../email/deps.ts';
import { faucetSettings } from '../../features/faucet/settings.ts';
import { openFaucet } from '../../features/faucet/transfers/open-faucet.ts';
import type { Deps } from '../../http/deps.ts';
import { openCallsInHand } from '../../http/limits/calls-in-hand.ts';
import { type HashCost, openPasswords } from '../../identity/passwords/passwords.ts';
import { openWeakPasswords, refuseWeakPasswords } from '../../identity/passwords/weak-passwords.ts';
import { openAccessTokens } from '../../identity/sessions/access-tokens.ts';
import { openSeenTokens } from '../../identity/sessions/seen-tokens.ts';
import { openThrottles } from '../../identity/throttling/throttles.ts';
import { type CountJob, jobOutcomes, openJobs } from '../../jobs/jobs.ts';
import { watchQueues } from '../../jobs/queue-metrics.ts';
import { openKeyCheck } from '../../key-check/check-key.ts';
import { openClientAddress } from '../../runtime/network/client-address.ts';
import { type Metrics, openMetrics, watchFleet, watchProcess } from '../../runtime/observability/metrics.ts';
import { openTracing } from '../../runtime/observability/tracing.ts';
import type { Primary } from '../../runtime/processes/primary.ts';
import type { Config } from '../../runtime/settings/config.ts';
import { settingsOf } from '../../runtime/settings/declared.ts';
import { readRedisUrl } from '../../runtime/settings/redis-url.ts';
import { openTurns } from '../../runtime/turns.ts';
import { openKeyEncryption } from '../../secrets/key-encryption.ts';
import { openPepper } from '../../secrets/pepper.ts';
import { openSecrets } from '../../secrets/secrets.ts';
import type { SecretLists } from '../../secrets/secrets-file.ts';
import { queues, startJobs } from '../job-handlers.ts';
import { tables } from '../tables.ts';
import { checkSecrets } from './check-secrets.ts';

type Parts = {
  config: Config;
  secrets: SecretLists;
  database: OpenDatabase;
  mailer: Mailer;
  log: Logger;
  now: () => Date;
  limiterClock?: (() => number) | undefined;
  hashCost?: HashCost;
  primary?: Primary | null;
};

// Without a token nobody can read them.
const watchParts = ({ registry, jobs }: Metrics, { config, database, primary }: Parts) => {
  if (!config.metricsToken) return;
  watchProcess(registry);
  if (!primary) watchFleet(registry, () => ({ up: 1, wanted: 1 })).up.set({ worker: '1', role: 'portal' }, 1);
  watchDatabase(registry, database.pool);
  watchQueues(registry, database.db, queues);
  for (const { name } of queues) for (const outcome of jobOutcomes) jobs.inc({ queue: name, outcome }, 0);
};

export const openDeps = async (parts: Parts): Promise<Deps> => {
  const { config, database, mailer, log, now, limiterClock, hashCost, primary = null } = parts;
  const { db, patientDb, operators, stopDb } = database;
  for (const each of new Set([db, patientDb, operators.db, operators.patientDb, stopDb]))
    repeatConflicts(each, (error) => log.warn({ err: error }, 'a transaction is repeated'));
  const metrics = openMetrics();
  if (primary) metrics.registry.setDefaultLabels({ worker: String(primary.worker) });
  watchParts(metrics, parts);
  const tracing = await openTracing(config.tracesEndpoint);
  if (tracing) for (const pool of new Set([database.pool, database.keyPool])) traceQueries(pool, tracing);
  const countJob: CountJob = (queue, outcome) => metrics.jobs.inc({ queue, outcome });
  const secrets = openSecrets(config, parts.secrets);
  const tokenPepper = openPepper(() => secrets.list('pepper'));
  const keyEncryption = openKeyEncryption(() => secrets.list('encryption'));
  await checkSecrets(patientDb, { config, secrets, now });
  const redisAddress = config.redisUrl ? readRedisUrl(config.redisUrl) : null;
  const [passwords, jobs, faucet, redis] = await Promise.all([
    openPasswords(config.processes, hashCost),
    openJobs(database, queues, log, countJob, tracing),
    openFaucet(settingsOf(config, faucetSettings)),
    redisAddress && openRedis(redisAddress, config.redisTimeoutMs),
  ]);
  const weakPasswords = openWeakPasswords(config, metrics, log);
  const deps: Deps = {
    config,
    db,
    patientDb,
    operators,
    stopDb,
    redis,
    tables,
    primary,
    jobs,
    mailer,
    accessTokens: openAccessTokens(() => secrets.list('signing'), `${config.publicUrl}/api/auth/v1`),
    secrets,
    tokenPepper,
    keyEncryption,
    keyCheck: openKeyCheck({
      ...{ database, redis, primary, tokenPepper, metrics, log, now, limiterClock },
      graceSeconds: config.keyCheckGraceSeconds,
      hasLog: config.requestDays > 0,
    }),
    passwords:
      config.commonPasswords === 'refuse' ? refuseWeakPasswords(passwords, weakPasswords) : passwords,
    weakPasswords,
    throttles: openThrottles(config, redis, primary, tokenPepper, log),
    callsInHand: openCallsInHand({ limits: config.shedding, metrics, log, now }),
    turns: openTurns(),
    seenTokens: openSeenTokens(),
    clientAddress: openClientAddress(config.trustedProxies),
    faucet,
    metrics,
    tracing,
    log,
    now,
  };
  await startJobs(deps);
  return deps;
};
