// Renaming, rotating and deleting a key.
import { type ApiKey, keyMessages } from '@ballast/contract/api-keys';
import { and, eq } from 'drizzle-orm';
import { recordEntry } from '../../activity-log.ts';
import type { Client } from '../../actor.ts';
import { replacedKeys } from '../../db/key-tables.ts';
import type { Db } from '../../db/open.ts';
import { type ApiKeyRow, apiKeys, rateLimitRequests } from '../../db/schema.ts';
import type { Deps } from '../../deps.ts';
import { changeKey } from '../../key-check/change-key.ts';
import { hashKeySecret, makeKeySecret } from '../../key-check/key-secret.ts';
import { refuseTakenName } from './name-taken.ts';
import { lockKey } from './owned-key.ts';
import { showKeyWithRequest } from './show-key.ts';

type Owner = { userId: string; client: Client };

const updateKey = async (tx: Db, row: ApiKeyRow, values: Partial<ApiKeyRow>): Promise<ApiKeyRow> => {
  const [updated] = await tx
    .update(apiKeys)
    .set(values)
    .where(and(eq(apiKeys.id, row.id), eq(apiKeys.userId, row.userId)))
    .returning();
  return updated ?? row;
};

export const renameKeyOf = async (
  deps: Deps,
  { userId, client }: Owner,
  id: string,
  name: string,
): Promise<ApiKey> => {
  const renaming = changeKey(deps, id, async (tx) => {
    const row = await lockKey(tx, userId, id);
    if (row.name === name) return showKeyWithRequest(deps, tx, row);
    const renamed = await updateKey(tx, row, { name });
    const description = `${row.name} is now ${name}`;
    const { environment } = row;
    await recordEntry(tx, {
      userId,
      type: 'key_updated',
      description,
      environment,
      client,
      at: deps.now(),
    });
    return showKeyWithRequest(deps, tx, renamed);
  });
  return renaming.catch(refuseTakenName(name));
};

export const rotateKeyOf = (deps: Deps, { userId, client }: Owner, id: string): Promise<ApiKey> =>
  changeKey(deps, id, async (tx) => {
    const now = deps.now();
    const row = await lockKey(tx, userId, id);
    const secret = makeKeySecret(row.environment);
    const secretHash = hashKeySecret(deps.tokenPepper, secret);
    await tx.insert(replacedKeys).values({ secretHash: row.secretHash, keyId: row.id, replacedAt: now });
    const rotated = await updateKey(tx, row, {
      secretHash,
      ...deps.keyEncryption.seal(secret, row.id),
      lastUsedAt: null,
      lastUsedAddress: null,
      lastUsedUserAgent: null,
    });
    const { name, environment } = row;
    await recordEntry(tx, {
      userId,
      type: 'key_rotated',
      description: name,
      environment,
      client,
      at: now,
    });
    return showKeyWithRequest(deps, tx, rotated);
  });

export const deleteKeyOf = (deps: Deps, { userId, client }: Owner, id: string) =>
  changeKey(deps, id, async (tx) => {
    const now = deps.now();
    const row = await lockKey(tx, userId, id);
    await updateKey(tx, row, { revokedAt: now });
    // Nobody needs to review a limit for a key that is gone.
    await tx
      .update(rateLimitRequests)
      .set({ status: 'DENIED', note: 'The key was deleted.', decidedAt: now })
      .where(and(eq(rateLimitRequests.keyId, id), eq(rateLimitRequests.status, 'PENDING')));
    const { name, environment } = row;
    await recordEntry(tx, {
      userId,
      type: 'key_deleted',
      description: name,
      environment,
      client,
      at: now,
    });
    return { message: keyMessages.deleted };
  });
