// Traces and metrics of each request but key checks: its route's pattern, method and status, and nothing that was typed.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Metrics } from '../../runtime/observability/metrics.ts';
import type { Span, Tracing } from '../../runtime/observability/tracing.ts';

const spans = new WeakMap<FastifyRequest, Span>();

export const traceOf = (request: FastifyRequest) => {
  const span = spans.get(request);
  return span ? { traceId: span.traceId } : {};
};

// A caller who could choose the parent could put calls into another's trace.
type IsTrusted = (request: FastifyRequest) => boolean;

export const traceRequests = (app: FastifyInstance, tracing: Tracing, isTrusted: IsTrusted) => {
  app.addHook('onRequest', (request, _, done) => {
    const { method, headers, routeOptions } = request;
    const route = routeOptions.url ?? 'unknown';
    const { traceparent } = headers;
    const span = tracing.begin(`${method} ${route}`, {
      kind: 'server',
      parent: typeof traceparent === 'string' && isTrusted(request) ? traceparent : undefined,
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

// The labels are bounded: all unknown routes are one, and so are the files of the web app, whose names change with every build.
const usualMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const methodOf = ({ method }: FastifyRequest) => (usualMethods.has(method) ? method : 'other');

const routeOf = ({ routeOptions: { url } }: FastifyRequest) => {
  if (!url) return 'unknown';
  return url.startsWith('/assets/') ? '/assets/*' : url;
};

export const measureRequest = ({ httpRequests }: Metrics, request: FastifyRequest, reply: FastifyReply) => {
  const status = `${Math.floor(reply.statusCode / 100)}xx`;
  const labels = { method: methodOf(request), route: routeOf(request), status };
  httpRequests.observe(labels, reply.elapsedTime / 1000);
};
