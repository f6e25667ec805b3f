// Answers the provider team's commands on a socket that only the owner of the data folder can open.
import { randomUUID } from 'node:crypto';
import { chmodSync, linkSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import type { Endpoint } from '@ballast/contract/http/endpoint';
import { bodyLimitBytes } from '@ballast/contract/http/errors';
import { listJobs } from '@ballast/contract/operator/jobs';
import { readOperatorLog, verifyOperatorLog } from '@ballast/contract/operator/log';
import { readOperatorNames } from '@ballast/contract/operator/operator';
import { readStatus } from '@ballast/contract/operator/status';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { answerNotFound, handleErrors } from '../../http/answers/error-handler.ts';
import type { Serve } from '../../http/call.ts';
import type { Deps } from '../../http/deps.ts';
import { requestIdHeader } from '../../http/observability/request-id.ts';
import { answerMalformedHttp, requestTimeoutMs } from '../../http/requests/malformed-http.ts';
import { useContractSchemas } from '../../http/requests/schema-check.ts';
import { createServe } from '../../http/serve.ts';
import { withoutValues } from '../../runtime/observability/describe-error.ts';
import { requestContext } from '../../runtime/observability/request-context.ts';
import { openTurns } from '../../runtime/turns.ts';
import { alivePath } from './command-line/find-portal.ts';
import { hasRecorded } from './log/operator-log.ts';
import { operatorRoutes } from './routes.ts';
import { ownSocketIn, pidOfSocket, socketIn } from './socket-path.ts';

// Longer paths cannot be bound.
const longestSocketPath = 103;
const longestEnding = '.new'.length;

// Every call is logged; the lines that it causes have the same request id.
const logActions = (app: FastifyInstance) => {
  app.addHook('onRequest', async (request, reply) => void reply.header(requestIdHeader, request.id));
  app.addHook('preHandler', (request, _, done) => requestContext.run({ reqId: request.id }, done));
  app.addHook('onResponse', async (request, { statusCode, elapsedTime }) => {
    const { method, routeOptions } = request;
    if (routeOptions.url === alivePath) return;
    const call = { method, path: routeOptions.url ?? 'unknown', status: statusCode };
    const { name, as } = readOperatorNames(request.headers);
    // A name that is a mail address is in the operator log only.
    const operator = { operator: withoutValues(name), ...(as && { as: withoutValues(as) }) };
    request.log.info({ event: 'operator_action', ...operator, ...call, ms: Math.round(elapsedTime) });
  });
};

// These show nothing of an account, and must answer while the database or the log is broken.
const needNoEntry: readonly Endpoint[] = [readStatus, listJobs, readOperatorLog, verifyOperatorLog];

// Withholds the answer of a call that added no entry to the operator log.
const withEntries =
  (serve: Serve): Serve =>
  (endpoint, handle, ...options) => {
    const handleAndCheck: typeof handle = async (call) => {
      const result = await handle(call);
      if (needNoEntry.includes(endpoint) || ('name' in call.actor && hasRecorded(call.actor))) return result;
      throw new Error(`${endpoint.method} ${endpoint.path} left no entry in the operator log`);
    };
    serve(endpoint, handleAndCheck, ...options);
  };

const hasEnded = (pid: number) => {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
};

// A process that was killed leaves its socket.
const removeDeadSockets = (dataDir: string) => {
  for (const name of readdirSync(dataDir)) {
    const pid = pidOfSocket(name);
    if (pid !== null && hasEnded(pid)) rmSync(ownSocketIn(dataDir, pid), { force: true });
  }
};

export const openOperatorSocket = async (deps: Deps, serveMore: (serve: Serve) => void) => {
  const { dataDir } = deps.config;
  const path = socketIn(dataDir);
  const ownPath = ownSocketIn(dataDir, process.pid);
  if (ownPath.length + longestEnding > longestSocketPath) {
    deps.log.warn({ path }, 'the path of the data folder is too long for the operator socket');
    return () => {};
  }
  const app = Fastify({
    genReqId: () => randomUUID(),
    loggerInstance: deps.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: bodyLimitBytes,
    requestTimeout: requestTimeoutMs,
    // An address names a user, and may have so many characters.
    routerOptions: { maxParamLength: 320 },
    frameworkErrors: (_, request, reply) => answerNotFound(request, reply as never),
    clientErrorHandler: answerMalformedHttp(deps.log),
  });
  app.setNotFoundHandler(answerNotFound);
  app.get(alivePath, async () => ({ status: 'alive' }));
  // Operators wait behind no developer's call.
  useContractSchemas(app, openTurns());
  handleErrors(app, deps);
  logActions(app);
  const serve = withEntries(createServe(app, deps, ['operator']));
  operatorRoutes(serve, deps);
  serveMore(serve);

  removeDeadSockets(dataDir);
  rmSync(ownPath, { force: true });
  // Otherwise the primary of several processes would take the connections, and one that hangs would silence them all.
  await app.listen({ path: ownPath, exclusive: true });
  chmodSync(ownPath, 0o600);
  const own = statSync(ownPath).ino;
  // The rename replaces the socket of a killed process, and is safe when several processes start at once.
  linkSync(ownPath, `${ownPath}.new`);
  renameSync(`${ownPath}.new`, path);
  return async () => {
    await app.close();
    // A process that started later on the same folder has put its own here.
    if (statSync(path, { throwIfNoEntry: false })?.ino === own) rmSync(path, { force: true });
  };
};
