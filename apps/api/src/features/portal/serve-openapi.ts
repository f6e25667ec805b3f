// GET /api/openapi.json, for whoever makes a client of it.
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../runtime/settings/config.ts';
import { openApiDocument } from './openapi.ts';

export const serveOpenApi = (app: FastifyInstance, config: Config) => {
  // Written once: it is long, and anybody may ask for it.
  const document = JSON.stringify(openApiDocument(config));

  app.get('/api/openapi.json', async (_, reply) =>
    reply.type('application/json; charset=utf-8').send(document),
  );
};
