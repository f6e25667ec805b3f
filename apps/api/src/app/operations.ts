// A load balancer and a Prometheus server ask these.
import { timingSafeEqual } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { shareRunning } from '../db/share-running.ts';
import { Failure } from '../http/failure.ts';
import type { Deps } from '../runtime/deps.ts';

const isEqual = (given: string, wanted: string) => {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
};

const mountMetrics = (app: FastifyInstance, deps: Deps) => {
  const { metricsToken } = deps.config;
  if (!metricsToken) return;
  const { registry } = deps.metrics;
  app.get('/metrics', { logLevel: 'warn' }, async (request, reply) => {
    if (!isEqual(request.headers.authorization ?? '', `Bearer ${metricsToken}`))
      throw new Failure('unauthorized');
    return reply.type(registry.contentType).send(await registry.metrics());
  });
};

export const mountOperations = (app: FastifyInstance, deps: Deps) => {
  // Anybody may ask, and as often as they like.
  const share = shareRunning<unknown>();
  app.get('/health', { logLevel: 'warn' }, async () => ({ status: 'alive' }));
  // Migrations are applied before the server listens, so a reachable database is all that can be missing.
  app.get('/ready', { logLevel: 'warn' }, async (_, reply) => {
    try {
      await share('ready', async () => deps.db.execute(sql`select 1`));
      return { status: 'ready' };
    } catch {
      return reply.code(503).send({ status: 'database unreachable' });
    }
  });
  mountMetrics(app, deps);
};
