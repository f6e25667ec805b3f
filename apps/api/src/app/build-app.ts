// This builds the whole server without listening: routes, error answers, headers, the web app.
import type http from 'node:http';
import { roots } from '@ballast/contract/endpoint';
import { bodyLimitBytes } from '@ballast/contract/errors';
import { getFirstSteps, putFirstStepsAway as putAway } from '@ballast/contract/first-steps';
import * as leaving from '@ballast/contract/leaving';
import { getPortal } from '@ballast/contract/portal';
import cookie from '@fastify/cookie';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { activityRoutes } from '../features/activities/routes.ts';
import { leakRoutes } from '../features/api-keys/leaks/routes.ts';
import { apiKeyRoutes } from '../features/api-keys/routes.ts';
import { authRoutes } from '../features/auth/routes.ts';
import { cliAuthRoutes } from '../features/cli-auth/routes.ts';
import { faucetRoutes } from '../features/faucet/routes.ts';
import { serveDocs } from '../features/portal/docs/serve-docs.ts';
import { portalOf } from '../features/portal/portal.ts';
import { serveCli } from '../features/portal/serve-cli.ts';
import { serveOpenApi } from '../features/portal/serve-openapi.ts';
import { serveWeb } from '../features/portal/serve-web.ts';
import { profileRoutes } from '../features/profile/routes.ts';
import { openDevFetch } from '../features/providers/dev-provider/dev-client.ts';
import { openProviders } from '../features/providers/drivers/open-providers.ts';
import { providerRoutes } from '../features/providers/routes.ts';
import { secondFactorRoutes } from '../features/second-factors/routes.ts';
import { keepAliveMs } from '../http/drain.ts';
import { answerNotFound, handleErrors } from '../http/error-handler.ts';
import { answerMalformedHttp, createHttpServer } from '../http/malformed-http.ts';
import { measureRequest } from '../http/measure-requests.ts';
import { accountOf } from '../http/refusals.ts';
import { toldAddress } from '../http/request-address.ts';
import { openProxyCheck, openRequestIds, requestIdHeader } from '../http/request-id.ts';
import { useContractSchemas } from '../http/schema-check.ts';
import { addSecurityHeaders, securityHeaders } from '../http/security-headers.ts';
import { createServe } from '../http/serve.ts';
import { addSessionLibraryHeader } from '../http/session-library.ts';
import { refuseForeignHosts } from '../http/this-machine.ts';
import { traceOf, traceRequests } from '../http/trace-requests.ts';
import { answerKeyChecks, isKeyCheck } from '../key-check/answer-check.ts';
import type { Deps } from '../runtime/deps.ts';
import { requestContext } from '../runtime/request-context.ts';
import { mountDevParts } from './dev-parts.ts';
import { exportData } from './export-data.ts';
import { putFirstStepsAway, readFirstSteps } from './first-steps.ts';
import { mountOperations } from './operations.ts';

// The key check is answered before the framework: it is asked as often as everything else of a provider's API together.
const serverWithKeyChecks = (deps: Deps) => {
  const answer = answerKeyChecks(deps.keyCheck, deps.clientAddress);
  return (handle: http.RequestListener) => {
    const server = createHttpServer({ keepAliveTimeout: keepAliveMs }, deps.log, (request, response) => {
      // Whoever keeps asking over one connection would keep a server that stops from ending.
      if (!server.listening) response.shouldKeepAlive = false;
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
const tellRequest = (deps: Deps, request: FastifyRequest, reply: FastifyReply) => {
  measureRequest(deps.metrics, request, reply);
  request.log.info({
    method: request.method,
    path: request.routeOptions.url ?? 'unknown',
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime),
    ...accountOf(request),
    ...toldAddress(deps, request),
  });
};

export const buildApp = async (deps: Deps, options: { web: boolean; isDraining?: () => boolean }) => {
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
    requestContext.run({ reqId: request.id, ...toldAddress(deps, request), ...traceOf(request) }, done),
  );
  addSessionLibraryHeader(app);
  addSecurityHeaders(app, config.production);
  useContractSchemas(app, deps.turns);
  handleErrors(app, deps);
  if (!config.production) refuseForeignHosts(app);

  await app.register(cookie);

  // What was being answered when the server stopped is idle only afterwards.
  app.addHook('preClose', async () => {
    const closing = setInterval(() => app.server.closeIdleConnections(), 50);
    app.server.once('close', () => clearInterval(closing));
  });

  const serve = createServe(app, deps, ['portal', 'gateway']);
  authRoutes(serve, deps);
  secondFactorRoutes(serve, deps);
  const providers = openProviders(config, openDevFetch(config.publicUrl, app.server), deps.log);
  providerRoutes(serve, deps, providers);
  profileRoutes(serve, deps);
  apiKeyRoutes(serve, deps);
  leakRoutes(serve, deps);
  activityRoutes(serve, deps);
  cliAuthRoutes(serve, deps);
  faucetRoutes(serve, deps);
  serve(leaving.exportData, ({ actor }) => exportData(deps, actor, actor.user));
  serve(getFirstSteps, ({ actor }) => readFirstSteps(deps, actor.user));
  serve(putAway, ({ actor, body }) => putFirstStepsAway(deps, actor.user, body.putAway));
  serve(getPortal, () => portalOf(config));

  mountOperations(app, deps, options.isDraining);
  serveOpenApi(app, config);
  serveDocs(app, config);
  await mountDevParts(app, deps, options);
  if (options.web) {
    serveCli(app, config);
    await serveWeb(app, config);
  } else app.setNotFoundHandler(answerNotFound);
  return app;
};
