// A load balancer and a Prometheus server ask these.
import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { Gauge, Registry } from 'prom-client';
import type { Deps } from '../../http/deps.ts';
import { Failure } from '../../runtime/failure.ts';
import { inTime } from '../../runtime/in-time.ts';
import { watchSilentPrimary } from '../../runtime/observability/metrics.ts';
import type { openReadiness } from './readiness.ts';

const isEqual = (given: string, wanted: string) => {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
};

// Longer than the primary itself waits.
const answerWithinMs = 3000;

type OperationDeps = Pick<Deps, 'config' | 'metrics' | 'primary'>;
type Probe = () => Promise<boolean>;

// What this process can tell without its primary: its own figures, and that the primary is silent.
const openOwnMetrics = ({ metrics, primary }: OperationDeps) => {
  const registries = [metrics.registry];
  if (primary) {
    const silence = new Registry();
    watchSilentPrimary(silence);
    registries.push(silence);
  }
  return async () => (await Promise.all(registries.map((each) => each.metrics()))).join('\n');
};

const mountMetrics = (app: FastifyInstance, deps: OperationDeps, isReady: Probe) => {
  const { metricsToken } = deps.config;
  if (!metricsToken) return;
  const { registry } = deps.metrics;
  new Gauge({
    name: 'ballast_ready',
    help: '1 while the portal can do its work, as /ready says',
    registers: [registry],
    async collect() {
      this.set(Number(await isReady()));
    },
  });
  const readOwn = openOwnMetrics(deps);
  app.get('/metrics', { logLevel: 'warn' }, async (request, reply) => {
    if (!isEqual(request.headers.authorization ?? '', `Bearer ${metricsToken}`))
      throw new Failure('unauthorized');
    // Whichever process of the port is asked answers for all of them.
    const ofAll = deps.primary && inTime(deps.primary.ask<string | null>('metrics'), answerWithinMs);
    // A primary that hangs hides only the figures of the others.
    const text = (await ofAll?.catch(() => null)) ?? (await readOwn());
    return reply.type(registry.contentType).send(text);
  });
};

export const mountOperations = (
  app: FastifyInstance,
  deps: OperationDeps,
  readiness: ReturnType<typeof openReadiness>,
) => {
  app.get('/health', { logLevel: 'warn' }, async () => ({ status: 'alive' }));
  app.get('/ready', { logLevel: 'warn' }, async (_, reply) => {
    const status = await readiness();
    return reply.code(status === 'ready' ? 200 : 503).send({ status });
  });
  mountMetrics(app, deps, async () => (await readiness()) === 'ready');
};
