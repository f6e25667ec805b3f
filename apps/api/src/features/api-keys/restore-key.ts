// Takes the deletion of a sandbox key back. Its value was never given to anybody else, so it is the same key again.
import type { ApiKey } from '@ballast/contract/keys/api-keys';
import { restoreMessages } from '@ballast/contract/keys/restore-key';
import { and, eq } from 'drizzle-orm';
import type { Db } from '../../db/connections/open.ts';
import { onUniqueViolation } from '../../db/error-codes.ts';
import type { Deps } from '../../http/deps.ts';
import { recordActivity } from '../../identity/activity-log.ts';
import type { Actor } from '../../identity/actor.ts';
import { holdActor } from '../../identity/hold-account.ts';
import { publishKeyChange } from '../../key-check/lookup/publish-change.ts';
import { reviveKey } from '../../key-check/revoke-keys.ts';
import { type ApiKeyRow, apiKeys } from '../../key-check/tables.ts';
import { Failure } from '../../runtime/failure.ts';
import { keyActivity } from './owned-key.ts';
import { toApiKeyWithRequest } from './to-api-key.ts';

const lockAnyKey = async (tx: Db, ownerId: string, id: string): Promise<ApiKeyRow> => {
  const [row] = await tx
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.id, id), eq(apiKeys.userId, ownerId)))
    .for('update');
  if (!row) throw new Failure('not_found');
  return row;
};

const refuseTaken = ({ name }: ApiKeyRow) =>
  onUniqueViolation(() => {
    const message = restoreMessages.nameTaken(name);
    return new Failure('conflict', { message, fields: { name: message } });
  });

// A second click finds the key restored, and gets it.
export const restoreKey = (deps: Deps, actor: Actor, ownerId: string, id: string): Promise<ApiKey> =>
  publishKeyChange(deps, id, async (tx) => {
    await holdActor(tx, actor);
    const row = await lockAnyKey(tx, ownerId, id);
    if (row.environment === 'PRODUCTION')
      throw new Failure('conflict', { message: restoreMessages.production });
    if (!row.revokedAt) return toApiKeyWithRequest(deps, tx, actor, row);
    // A key that somebody else revoked, or that leaked, has no such time.
    if (!row.undoUntil || row.undoUntil <= deps.now())
      throw new Failure('undo_over', { message: restoreMessages.over });
    const restored = await reviveKey(tx, row, row.revokedAt).catch(refuseTaken(row));
    await recordActivity(deps, tx, actor, keyActivity(restored, 'key_restored'));
    return toApiKeyWithRequest(deps, tx, actor, restored);
  });
