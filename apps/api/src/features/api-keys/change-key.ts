// A key can be rotated and deleted.

import { type ApiKey, keyMessages } from '@ballast/contract/api-keys';
import { and, eq } from 'drizzle-orm';
import type { Db } from '../../db/open.ts';
import { recordActivity } from '../../identity/activity-log.ts';
import type { Actor } from '../../identity/actor.ts';
import { holdActor } from '../../identity/hold-actor.ts';
import { mailSecurityNotice } from '../../identity/security-mail.ts';
import { users } from '../../identity/tables.ts';
import { hashKeySecret, makeKeySecret } from '../../key-check/key-secret.ts';
import { publishKeyChange } from '../../key-check/publish-change.ts';
import { type ApiKeyRow, rateLimitRequests, replacedKeys } from '../../key-check/tables.ts';
import type { Deps } from '../../runtime/deps.ts';
import { lockKey, writeKey } from './owned-key.ts';
import { toApiKeyWithRequest } from './to-api-key.ts';

type KeyNews = 'production-key-rotated' | 'production-key-deleted';

const tellOwner = async (deps: Deps, tx: Db, actor: Actor, row: ApiKeyRow, news: KeyNews) => {
  if (row.environment !== 'PRODUCTION') return;
  const [owner] = await tx.select().from(users).where(eq(users.id, row.userId));
  if (!owner) throw new Error('a key has no owner');
  await mailSecurityNotice(deps, tx, actor, owner, { template: 'security-news', news, name: row.name });
};

export const rotateKey = (deps: Deps, actor: Actor, ownerId: string, id: string): Promise<ApiKey> =>
  publishKeyChange(deps, id, async (tx) => {
    await holdActor(tx, actor);
    const row = await lockKey(tx, ownerId, id);
    const secret = makeKeySecret(row.environment);
    const replaced = { secretHash: row.secretHash, keyId: row.id, replacedAt: deps.now() };
    await tx.insert(replacedKeys).values(replaced);
    const rotated = await writeKey(tx, row, {
      ...hashKeySecret(deps.tokenPepper, secret),
      ...deps.keyEncryption.seal(secret, row.id),
      lastUsedAt: null,
      lastUsedAddress: null,
      lastUsedUserAgent: null,
    });
    const { name: description, environment } = row;
    await recordActivity(deps, tx, actor, {
      ownerId,
      type: 'key_rotated',
      keyId: id,
      description,
      environment,
    });
    await tellOwner(deps, tx, actor, row, 'production-key-rotated');
    return toApiKeyWithRequest(deps, tx, actor, rotated);
  });

export const deleteKey = (deps: Deps, actor: Actor, ownerId: string, id: string) =>
  publishKeyChange(deps, id, async (tx) => {
    const now = deps.now();
    const row = await lockKey(tx, ownerId, id);
    await writeKey(tx, row, { revokedAt: now });
    // Nobody needs to review a limit for a key that is gone.
    await tx
      .update(rateLimitRequests)
      .set({ status: 'DENIED', note: 'The key was deleted.', decidedAt: now })
      .where(and(eq(rateLimitRequests.keyId, id), eq(rateLimitRequests.status, 'PENDING')));
    const { name: description, environment } = row;
    await recordActivity(deps, tx, actor, {
      ownerId,
      type: 'key_deleted',
      keyId: id,
      description,
      environment,
    });
    await tellOwner(deps, tx, actor, row, 'production-key-deleted');
    return { message: keyMessages.deleted };
  });
