// The API reference (/docs) is served whole from this installation, without any outside host.
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Config } from '../../runtime/config.ts';
import { openApiDocument } from './openapi.ts';

// Only the reference: what Scalar adds for its own services would lead away from this host. The theme is the portal's.
const start = `let darkMode = true;
try { darkMode = localStorage.getItem('darkMode') !== 'false'; } catch {}
Scalar.createApiReference('#app', {
  url: '/api/openapi.json', darkMode, withDefaultFonts: false, telemetry: false, agent: { disabled: true }, mcp: { disabled: true },
  showDeveloperTools: 'never', hideClientButton: true,
});`;

// The script is four megabytes inside a Fastify plugin: it is taken out of it when somebody first asks.
const loadScalar = async () => {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const carrier = Fastify();
  await carrier.register(scalar, { routePrefix: '/docs', configuration: { url: '/api/openapi.json' } });
  const script = (await carrier.inject('/docs/js/scalar.js')).rawPayload;
  await carrier.close();
  return promisify(brotliCompress)(script, { params: { 1: 5 } });
};

export const mountApiReference = (app: FastifyInstance, config: Config) => {
  // Written once: it is long, and anybody may ask for it.
  const document = JSON.stringify(openApiDocument(config));
  let script: Promise<Buffer> | undefined;

  app.get('/api/openapi.json', async (_, reply) =>
    reply.type('application/json; charset=utf-8').send(document),
  );
  app.get('/docs/start.js', async (_, reply) => reply.type('text/javascript; charset=utf-8').send(start));
  app.get('/docs/scalar.js', async (_, reply) => {
    script ??= loadScalar();
    return reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .header('content-encoding', 'br')
      .send(await script);
  });
};
