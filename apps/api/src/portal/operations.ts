// What a load balancer asks.
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';

export const mountOperations = (app: FastifyInstance, deps: Deps) => {
  app.get('/health', { logLevel: 'warn' }, async () => ({ status: 'alive' }));
  // Migrations are applied before the server listens, so a reachable database is all that can be missing.
  app.get('/ready', { logLevel: 'warn' }, async (_, reply) => {
    try {
      await deps.db.execute(sql`select 1`);
      return { status: 'ready' };
    } catch {
      return reply.code(503).send({ status: 'database unreachable' });
    }
  });
};
