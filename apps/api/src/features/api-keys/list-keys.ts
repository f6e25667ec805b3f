// An owner's active keys are listed with the newest first.

import type { ApiKey, Environment } from '@ballast/contract/api-keys';
import { and, desc, eq, isNull } from 'drizzle-orm';
import { apiKeys } from '../../key-check/tables.ts';
import type { Deps } from '../../runtime/deps.ts';
import { findKey } from './owned-key.ts';
import { toApiKeys, toApiKeyWithRequest } from './to-api-key.ts';

export const listKeys = async (
  deps: Deps,
  ownerId: string,
  environment: Environment | undefined,
): Promise<ApiKey[]> => {
  const inEnvironment = environment ? eq(apiKeys.environment, environment) : undefined;
  const rows = await deps.db
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.userId, ownerId), isNull(apiKeys.revokedAt), inEnvironment))
    .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id));
  return toApiKeys(deps, ownerId, rows);
};

export const getKey = async (deps: Deps, ownerId: string, id: string): Promise<ApiKey> =>
  toApiKeyWithRequest(deps, deps.db, await findKey(deps.db, ownerId, id));
