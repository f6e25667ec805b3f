// A process that only checks keys, on KEY_CHECK_PORT. Whatever the portal is busy with, gateways wait for none of it: they have an
// event loop, a cache and database connections of their own.
import type { Logger } from 'pino';
import { watchDatabase } from '../db/database-metrics.ts';
import type { OpenDatabase } from '../db/open.ts';
import { openRedis } from '../db/redis.ts';
import { repeatConflicts } from '../db/repeat-conflicts.ts';
import { answerNotFound } from '../http/error-handler.ts';
import { openKeyCheck } from '../key-check/check-key.ts';
import type { Config } from '../runtime/config.ts';
import { openMetrics, watchProcess } from '../runtime/metrics.ts';
import { openClientAddress } from '../runtime/network/client-address.ts';
import type { Primary } from '../runtime/primary.ts';
import { readRedisUrl } from '../runtime/redis-url.ts';
import { openTurns } from '../runtime/turns.ts';
import { openPepper } from '../secrets/pepper.ts';
import { openSecrets } from '../secrets/secrets.ts';
import type { SecretLists } from '../secrets/secrets-file.ts';
import { openServer } from './open-server.ts';
import { mountOperations } from './operations.ts';

type Parts = {
  config: Config;
  secrets: SecretLists;
  database: OpenDatabase;
  log: Logger;
  primary: Primary;
  isDraining: () => boolean;
};

export const buildKeyCheckApp = async ({ config, secrets, database, log, primary, isDraining }: Parts) => {
  const { db } = database;
  repeatConflicts(db, (error) => log.warn({ err: error }, 'a transaction is repeated'));
  const metrics = openMetrics();
  metrics.registry.setDefaultLabels({ worker: String(primary.worker) });
  if (config.metricsToken) {
    watchProcess(metrics.registry);
    watchDatabase(metrics.registry, database.pool);
  }
  const { list } = openSecrets(config, secrets);
  const tokenPepper = openPepper(() => list('pepper'));
  const redisAddress = config.redisUrl ? readRedisUrl(config.redisUrl) : null;
  const redis = redisAddress && (await openRedis(redisAddress, config.redisTimeoutMs));
  const now = () => new Date();
  const keyCheck = openKeyCheck({ database, redis, primary, tokenPepper, metrics, log, now });
  const clientAddress = openClientAddress(config.trustedProxies);
  const app = openServer({
    config,
    clientAddress,
    keyCheck,
    log,
    metrics,
    tracing: null,
    turns: openTurns(),
  });
  mountOperations(app, { config, db, metrics, primary }, isDraining);
  app.setNotFoundHandler(answerNotFound);
  const close = async () => {
    await app.close();
    await keyCheck.stop();
    redis?.disconnect();
  };
  return { app, metrics, close };
};
