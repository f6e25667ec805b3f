import * as contract from '@ballast/contract/api-keys';
import { getKeyUsage, getUsage } from '@ballast/contract/key-usage';
import { and, desc, eq, isNull } from 'drizzle-orm';
import { apiKeys } from '../../db/schema.ts';
import type { Deps } from '../../deps.ts';
import type { Serve } from '../../http/serve.ts';
import { deleteKeyOf, renameKeyOf, rotateKeyOf } from './change-key.ts';
import { createKeyFor } from './create-key.ts';
import { findKey } from './owned-key.ts';
import { readKeyUsage, readUsage } from './read-usage.ts';
import { listKeyRequestsOf, listRequestsOf, requestRateLimitFor } from './request-rate-limit.ts';
import { showKeys, showKeyWithRequest } from './show-key.ts';

export const apiKeyRoutes = (serve: Serve, deps: Deps) => {
  serve(contract.createKey, ({ session, body, client }) => createKeyFor(deps, session.user, body, client));
  serve(contract.listKeys, async ({ session, query }) => {
    const userId = session.user.id;
    const inEnvironment = query.environment ? eq(apiKeys.environment, query.environment) : undefined;
    const rows = await deps.db
      .select()
      .from(apiKeys)
      .where(and(eq(apiKeys.userId, userId), isNull(apiKeys.revokedAt), inEnvironment))
      .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id));
    return showKeys(deps, userId, rows);
  });
  serve(contract.getKey, async ({ session, params }) =>
    showKeyWithRequest(deps, deps.db, await findKey(deps.db, session.user.id, params.id)),
  );
  serve(contract.renameKey, ({ session, params, body, client }) =>
    renameKeyOf(deps, { userId: session.user.id, client }, params.id, body.name),
  );
  serve(contract.rotateKey, ({ session, params, client }) =>
    rotateKeyOf(deps, { userId: session.user.id, client }, params.id),
  );
  serve(contract.deleteKey, ({ session, params, client }) =>
    deleteKeyOf(deps, { userId: session.user.id, client }, params.id),
  );
  serve(contract.requestRateLimit, ({ session, params, body, client }) =>
    requestRateLimitFor(deps, session.user.id, params.id, body, client),
  );
  serve(contract.listKeyRequests, ({ session, params }) =>
    listKeyRequestsOf(deps, session.user.id, params.id),
  );
  serve(getUsage, ({ session, query }) => readUsage(deps, session.user.id, query));
  serve(getKeyUsage, ({ session, params, query }) =>
    readKeyUsage(deps, session.user.id, params.id, query.window),
  );
  serve(contract.listRequests, ({ session }) => listRequestsOf(deps, session.user.id));
};
