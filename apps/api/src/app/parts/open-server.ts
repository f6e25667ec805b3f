// The HTTP server without its routes: key checks in front, request ids, the log of requests, headers and the answers to errors.
import type http from 'node:http';
import { roots } from '@ballast/contract/http/endpoint';
import { bodyLimitBytes } from '@ballast/contract/http/errors';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { addSessionLibraryHeader } from '../../http/access/session-library.ts';
import { answerNotFound, handleErrors } from '../../http/answers/error-handler.ts';
import { accountOf } from '../../http/answers/refusals.ts';
import {
  addSecurityHeaders,
  contentSecurityPolicy,
  securityHeaders,
} from '../../http/answers/security-headers.ts';
import type { Deps } from '../../http/deps.ts';
import { keepAliveMs } from '../../http/drain.ts';
import { openPipelining } from '../../http/limits/pipelining.ts';
import { openProxyCheck, openRequestIds, requestIdHeader } from '../../http/observability/request-id.ts';
import { measureRequest, traceOf, traceRequests } from '../../http/observability/trace-requests.ts';
import { loggedAddress } from '../../http/proxy/request-address.ts';
import { refuseForeignHosts } from '../../http/proxy/this-machine.ts';
import { answerMalformedHttp, createHttpServer } from '../../http/requests/malformed-http.ts';
import { answerKeyChecks, isKeyCheck } from '../../key-check/answer-check.ts';
import { requestContext } from '../../runtime/observability/request-context.ts';

export type ServerDeps = Pick<
  Deps,
  'config' | 'clientAddress' | 'keyCheck' | 'log' | 'metrics' | 'tracing' | 'turns'
>;

// The key check is answered before the framework: it is asked as often as everything else of a provider's API together.
const serverWithKeyChecks = (deps: ServerDeps) => {
  const answer = answerKeyChecks(deps.keyCheck, deps.clientAddress);
  const mayComeAhead = openPipelining();
  return (handle: http.RequestListener) => {
    const server = createHttpServer({ keepAliveTimeout: keepAliveMs }, deps.log, (request, response) => {
      // A client that keeps using one connection must not delay a stop.
      if (!server.listening) response.shouldKeepAlive = false;
      if (!mayComeAhead(request, response)) return;
      if (isKeyCheck(request.url ?? '')) return answer(request, response);
      deps.turns.take(() => {
        // A caller who hung up in the meantime gets no answer.
        if (!request.socket.destroyed) handle(request, response);
      });
    });
    return server;
  };
};

// The log names the route's pattern, not the address: a path or a query may carry a token, or whatever somebody typed.
const tellRequest = (deps: ServerDeps, request: FastifyRequest, reply: FastifyReply) => {
  measureRequest(deps.metrics, request, reply);
  request.log.info({
    method: request.method,
    path: request.routeOptions.url ?? 'unknown',
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime),
    ...accountOf(request),
    ...loggedAddress(deps, request),
  });
};

export const openServer = (deps: ServerDeps) => {
  const { config } = deps;
  const isFromProxy = openProxyCheck(config.trustedProxies);
  const app = Fastify({
    genReqId: openRequestIds(isFromProxy),
    serverFactory: serverWithKeyChecks(deps),
    loggerInstance: deps.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: bodyLimitBytes,
    // What cannot be read as an address meets no hook.
    frameworkErrors: (_, request, reply) => {
      reply.raw.once('close', () => tellRequest(deps, request, reply as never));
      reply.headers(securityHeaders(config.production)).header(requestIdHeader, request.id);
      reply.header('content-security-policy', contentSecurityPolicy);
      return answerNotFound(request, reply as never);
    },
    clientErrorHandler: answerMalformedHttp(deps.log),
  });

  if (deps.tracing) traceRequests(app, deps.tracing, ({ raw }) => isFromProxy(raw));
  app.addHook('onResponse', async (request, reply) => tellRequest(deps, request, reply));
  app.addHook('onRequest', async (request, reply) => {
    reply.header(requestIdHeader, request.id);
    if (request.url.startsWith(`${roots.portal}/`)) reply.header('cache-control', 'no-store');
  });
  // Reading a body leaves the context that an earlier hook would have begun.
  app.addHook('preHandler', (request, _, done) =>
    requestContext.run({ reqId: request.id, ...loggedAddress(deps, request), ...traceOf(request) }, done),
  );
  addSessionLibraryHeader(app);
  addSecurityHeaders(app, config.production);
  handleErrors(app, deps);
  if (!config.production) refuseForeignHosts(app);

  // What was being answered when the server stopped is idle only afterwards.
  app.addHook('preClose', async () => {
    const closing = setInterval(() => app.server.closeIdleConnections(), 50);
    app.server.once('close', () => clearInterval(closing));
  });
  return app;
};
