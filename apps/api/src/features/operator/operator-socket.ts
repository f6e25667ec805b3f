// Answers the provider team's commands on a socket that only the owner of the data folder can open.
import { chmodSync, renameSync, rmSync } from 'node:fs';
import { bodyLimitBytes } from '@ballast/contract/errors';
import Fastify from 'fastify';
import { answerNotFound, handleErrors } from '../../http/error-handler.ts';
import { answerMalformedHttp, requestTimeoutMs } from '../../http/malformed-http.ts';
import { useContractSchemas } from '../../http/schema-check.ts';
import { createServe } from '../../http/serve.ts';
import type { Deps } from '../../runtime/deps.ts';
import { operatorRoutes } from './routes.ts';
import { socketIn } from './socket-path.ts';

// Longer paths cannot be bound.
const longestSocketPath = 103;

export const openOperatorSocket = async (deps: Deps) => {
  const path = socketIn(deps.config.dataDir);
  const ownPath = `${path}.${process.pid}`;
  if (ownPath.length > longestSocketPath) {
    deps.log.warn({ path }, 'the path of the data folder is too long for the operator socket');
    return () => {};
  }
  const app = Fastify({
    bodyLimit: bodyLimitBytes,
    requestTimeout: requestTimeoutMs,
    frameworkErrors: (_, request, reply) => answerNotFound(request, reply as never),
    clientErrorHandler: answerMalformedHttp,
  });
  app.setNotFoundHandler(answerNotFound);
  useContractSchemas(app);
  handleErrors(app);
  operatorRoutes(createServe(app, deps, ['operator']), deps);

  // Takes the place of one that a killed process left. Processes that start together do not get into each other's way.
  rmSync(ownPath, { force: true });
  await app.listen({ path: ownPath });
  chmodSync(ownPath, 0o600);
  renameSync(ownPath, path);
  return async () => {
    await app.close();
    rmSync(path, { force: true });
  };
};
