// A span for each request but key checks: its route's pattern, method and status, and nothing that somebody typed.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Span, Tracing } from '../../runtime/observability/tracing.ts';

const spans = new WeakMap<FastifyRequest, Span>();

export const traceOf = (request: FastifyRequest) => {
  const span = spans.get(request);
  return span ? { traceId: span.traceId } : {};
};

// Whoever could name the parent freely could put their calls into another's trace, as with request ids.
type IsTrusted = (request: FastifyRequest) => boolean;

export const traceRequests = (app: FastifyInstance, tracing: Tracing, isTrusted: IsTrusted) => {
  app.addHook('onRequest', (request, _, done) => {
    const { method, headers, routeOptions } = request;
    const route = routeOptions.url ?? 'unknown';
    const given = headers.traceparent;
    const span = tracing.begin(`${method} ${route}`, {
      kind: 'server',
      parent: typeof given === 'string' && isTrusted(request) ? given : undefined,
      attributes: { 'http.request.method': method, 'http.route': route },
    });
    spans.set(request, span);
    request.log = request.log.child({ traceId: span.traceId });
    span.run(done);
  });
  // Reading a body leaves the context that an earlier hook began.
  app.addHook('preHandler', (request, _, done) => spans.get(request)?.run(done));
  app.addHook('onResponse', async (request, { statusCode }) =>
    spans.get(request)?.end(statusCode >= 500, { 'http.response.status_code': statusCode }),
  );
};
