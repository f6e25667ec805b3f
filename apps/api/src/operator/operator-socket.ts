// Answers the provider team's commands on a socket that only the owner of the data folder can open.
import { chmodSync, renameSync, rmSync } from 'node:fs';
import Fastify from 'fastify';
import * as z from 'zod/mini';
import type { Deps } from '../deps.ts';
import { handleErrors } from '../error-handler.ts';
import { useContractSchemas } from '../schema-check.ts';
import { decideRequest, findForReview, listForReview } from './review-requests.ts';
import { rotateEncryptionKey } from './rotate-encryption-key.ts';
import { socketIn } from './socket-path.ts';

const status = z.object({
  status: z.optional(z.enum(['PENDING', 'APPROVED', 'DENIED'], 'status is not known')),
});
const id = z.object({ id: z.string() });
const note = z.nullable(z.string().check(z.maxLength(2000, 'The note must be at most 2000 characters')));
const decision = z.strictObject({ approved: z.boolean(), note });

// Longer paths cannot be bound.
const longestSocketPath = 103;

export const openOperatorSocket = async (deps: Deps) => {
  const path = socketIn(deps.config.dataDir);
  const ownPath = `${path}.${process.pid}`;
  if (ownPath.length > longestSocketPath) {
    deps.log.warn({ path }, 'the path of the data folder is too long for the operator socket');
    return () => {};
  }
  const app = Fastify();
  useContractSchemas(app);
  handleErrors(app);
  app.get('/requests', { schema: { querystring: status } }, async (request) =>
    listForReview(deps, (request.query as z.infer<typeof status>).status),
  );
  app.get('/requests/:id', { schema: { params: id } }, async (request) =>
    findForReview(deps, (request.params as z.infer<typeof id>).id),
  );
  app.post('/requests/:id', { schema: { params: id, body: decision } }, async (request) =>
    decideRequest(deps, (request.params as z.infer<typeof id>).id, request.body as z.infer<typeof decision>),
  );
  app.post('/encryption-key', async () => rotateEncryptionKey(deps));

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
