// A key can be rotated.

import type { ApiKey } from '@ballast/contract/api-keys';
import { eq } from 'drizzle-orm';
import type { Db } from '../../db/open.ts';
import { recordActivity } from '../../identity/activity-log.ts';
import type { Actor } from '../../identity/actor.ts';
import { holdActor } from '../../identity/hold-actor.ts';
import { mailSecurityNotice } from '../../identity/security-mail.ts';
import { users } from '../../identity/tables.ts';
import { hashKeySecret, makeKeySecret } from '../../key-check/key-secret.ts';
import { publishKeyChange } from '../../key-check/publish-change.ts';
import { type ApiKeyRow, replacedKeys } from '../../key-check/tables.ts';
import type { Deps } from '../../runtime/deps.ts';
import { lockKey, writeKey } from './owned-key.ts';
import { toApiKeyWithRequest } from './to-api-key.ts';

const tellOwner = async (deps: Deps, tx: Db, actor: Actor, row: ApiKeyRow) => {
  if (row.environment !== 'PRODUCTION') return;
  const [owner] = await tx.select().from(users).where(eq(users.id, row.userId));
  if (!owner) throw new Error('a key has no owner');
  await mailSecurityNotice(deps, tx, actor, owner, {
    template: 'security-news',
    news: 'production-key-rotated',
    name: row.name,
  });
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
    await tellOwner(deps, tx, actor, row);
    return toApiKeyWithRequest(deps, tx, actor, rotated);
  });
