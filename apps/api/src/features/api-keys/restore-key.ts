// Takes the deletion of sandbox keys back. Their values were never given to anybody else, so they are the same keys again.
import type { ApiKey } from '@ballast/contract/keys/api-keys';
import { restoreMessages } from '@ballast/contract/keys/restore-key';
import { and, asc, eq, isNull, notExists, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '../../db/connections/open.ts';
import type { Deps } from '../../http/deps.ts';
import { recordActivities } from '../../identity/activity-log.ts';
import type { Actor } from '../../identity/actor.ts';
import { holdActor } from '../../identity/hold-account.ts';
import { publishKeyChanges } from '../../key-check/lookup/publish-change.ts';
import { reviveKeys } from '../../key-check/revoke-keys.ts';
import { type ApiKeyRow, apiKeys } from '../../key-check/tables.ts';
import { Failure } from '../../runtime/failure.ts';
import { isAmong, keyActivity } from './owned-key.ts';
import { toApiKeys } from './to-api-key.ts';

// Also those that were deleted. The order is that of `lockKeys`.
const lockAnyKeys = async (tx: Db, ownerId: string, ids: string[]): Promise<ApiKeyRow[]> => {
  const rows = await tx
    .select()
    .from(apiKeys)
    .where(and(isAmong(ids), eq(apiKeys.userId, ownerId)))
    .orderBy(asc(apiKeys.id))
    .for('update');
  if (rows.length < ids.length) throw new Failure('not_found');
  return rows;
};

// A key that somebody else revoked, or that leaked, has no such time.
const isOver = ({ undoUntil }: ApiKeyRow, now: Date) => !undoUntil || undoUntil <= now;

const findDeleted = (deps: Deps, rows: ApiKeyRow[]) => {
  if (rows.some(({ environment }) => environment === 'PRODUCTION'))
    throw new Failure('conflict', { message: restoreMessages.production });
  const deleted = rows.filter(({ revokedAt }) => revokedAt !== null);
  if (deleted.some((row) => isOver(row, deps.now())))
    throw new Failure('undo_over', { message: restoreMessages.over });
  return deleted;
};

// Those whose name no active key has. Of two with one name, one gets it back. The caller holds the account, so nobody takes a
// name meanwhile.
const withFreeName = async (tx: Db, ownerId: string, ids: string[]) => {
  const active = alias(apiKeys, 'active');
  const name = sql`lower(${apiKeys.name})`;
  const hasName = tx
    .select({ one: sql`1` })
    .from(active)
    .where(
      and(
        eq(active.userId, ownerId),
        eq(active.environment, apiKeys.environment),
        isNull(active.revokedAt),
        sql`lower(${active.name}) = ${name}`,
      ),
    );
  const rows = await tx
    .selectDistinctOn([name], { id: apiKeys.id })
    .from(apiKeys)
    .where(and(isAmong(ids), eq(apiKeys.userId, ownerId), notExists(hasName)))
    .orderBy(name, apiKeys.id);
  return rows.map(({ id }) => id);
};

const revive = async (deps: Deps, tx: Db, actor: Actor, ownerId: string, ids: string[]) => {
  const revived = await reviveKeys(tx, ownerId, ids);
  const entries = revived.map((row) => keyActivity(row, 'key_restored'));
  await recordActivities(deps, tx, actor, entries);
  return revived;
};

const restoreAll = async (deps: Deps, actor: Actor, ownerId: string, ids: string[]) => {
  const found = await publishKeyChanges(deps, ids, async (tx) => {
    await holdActor(tx, actor);
    const rows = await lockAnyKeys(tx, ownerId, ids);
    const deleted = findDeleted(deps, rows);
    const free = await withFreeName(
      tx,
      ownerId,
      deleted.map(({ id }) => id),
    );
    const revived = free.length ? await revive(deps, tx, actor, ownerId, free) : [];
    // A second click finds the key restored, and gets it.
    return {
      restored: [...rows.filter(({ revokedAt }) => !revokedAt), ...revived],
      refused: deleted.filter(({ id }) => !free.includes(id)),
    };
  });
  return { restored: await toApiKeys(deps, actor, ownerId, found.restored), refused: found.refused };
};

export const restoreKey = async (deps: Deps, actor: Actor, ownerId: string, id: string): Promise<ApiKey> => {
  const { restored, refused } = await restoreAll(deps, actor, ownerId, [id]);
  const [apiKey] = restored;
  if (apiKey) return apiKey;
  const message = restoreMessages.nameTaken(refused[0]?.name ?? '');
  throw new Failure('conflict', { message, fields: { name: message } });
};

export const restoreKeys = async (deps: Deps, actor: Actor, ownerId: string, ids: string[]) => {
  const { restored, refused } = await restoreAll(deps, actor, ownerId, ids);
  return {
    restored,
    refused: refused.map(({ id, name }) => ({ id, name, message: restoreMessages.nameTaken(name) })),
  };
};
