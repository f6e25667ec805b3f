// A process that only checks keys, on KEY_CHECK_PORT. Whatever the portal is busy with, gateways wait for none of it: they have an
// event loop, a cache and database connections of their own.
import type { Logger } from 'pino';
import { openRedis } from '../../db/connections/redis.ts';
import { watchDatabase } from '../../db/queries/database-metrics.ts';
import { repeatConflicts } from '../../db/repeat-conflicts.ts';
import { answerNotFound } from '../../http/answers/error-handler.ts';
import type { Drain } from '../../http/drain.ts';
import { openKeyCheck } from '../../key-check/check-key.ts';
import { openClientAddress } from '../../runtime/network/client-address.ts';
import { openMetrics, watchProcess } from '../../runtime/observability/metrics.ts';
import type { Primary } from '../../runtime/processes/primary.ts';
import type { Config } from '../../runtime/settings/config.ts';
import { readRedisUrl } from '../../runtime/settings/redis-url.ts';
import { openTurns } from '../../runtime/turns.ts';
import { openPepper } from '../../secrets/pepper.ts';
import { openSecrets } from '../../secrets/secrets.ts';
import { openServer } from '../parts/open-server.ts';
import { openStorage } from '../parts/open-storage.ts';
import { mountOperations } from './operations.ts';
import { canRead, inGrace, openReadiness } from './readiness.ts';
import { sharedPort } from './shared-port.ts';

type Parts = {
  config: Config;
  log: Logger;
  primary: Primary;
  drain: Drain;
  // It is closed when the process ends, the last one first.
  onClose: (close: () => unknown) => void;
};

export const serveKeyChecks = async ({ config, log, primary, drain, onClose }: Parts) => {
  const { secrets, database } = await openStorage(config, log);
  onClose(database.close);
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
  onClose(() => redis?.disconnect());
  const now = () => new Date();
  const countsTokens = config.processes === 1;
  const graceSeconds = config.keyCheckGraceSeconds;
  const hasLog = config.requestDays > 0;
  const keyCheck = openKeyCheck({
    ...{ database, redis, primary, countsTokens, graceSeconds, hasLog, tokenPepper, metrics, log, now },
  });
  onClose(keyCheck.stop);
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
  const readiness = openReadiness(
    inGrace(keyCheck, () => canRead(database.keyDb)),
    drain.isDraining,
  );
  mountOperations(app, { config, metrics, primary }, readiness);
  app.setNotFoundHandler(answerNotFound);
  onClose(() => app.close());
  await app.listen({ host: config.host, port: config.keyCheckPort ?? 0, ...sharedPort });
  onClose(() => drain.drain(app.server));
  return metrics;
};
