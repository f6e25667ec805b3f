// A load balancer and a Prometheus server ask these.
import { timingSafeEqual } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { Gauge } from 'prom-client';
import { inTime } from '../db/in-time.ts';
import { shareRunning } from '../db/share-running.ts';
import { Failure } from '../http/failure.ts';
import type { Deps } from '../runtime/deps.ts';

const isEqual = (given: string, wanted: string) => {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
};

// Whoever scrapes is told of a database that hangs, and does not hang with it.
const longestMs = 2000;

type Probe = () => Promise<boolean>;

const mountMetrics = (app: FastifyInstance, deps: Deps, isReady: Probe) => {
  const { metricsToken } = deps.config;
  if (!metricsToken) return;
  const { registry } = deps.metrics;
  new Gauge({
    name: 'ballast_ready',
    help: '1 while the portal can do its work, as /ready says',
    registers: [registry],
    async collect() {
      this.set(Number(await inTime(isReady(), longestMs).catch(() => false)));
    },
  });
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
  const isReady = () =>
    share('ready', async () => deps.db.execute(sql`select 1`)).then(
      () => true,
      () => false,
    );
  app.get('/ready', { logLevel: 'warn' }, async (_, reply) =>
    (await isReady()) ? { status: 'ready' } : reply.code(503).send({ status: 'database unreachable' }),
  );
  mountMetrics(app, deps, isReady);
};
