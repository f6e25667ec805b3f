// Counts each request and how long it took. The labels are bounded, whatever somebody sends: what is no route is one label,
// and so are the files of the web app, whose names change with every build.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Metrics } from '../../runtime/observability/metrics.ts';

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
