// A key gets a new value. The old one stops at once or after a grace period; at most one old value passes.
import type { ApiKey } from '@ballast/contract/keys/api-keys';
import type { Grace } from '@ballast/contract/keys/key-grace';
import { and, eq, isNotNull } from 'drizzle-orm';
import type { Db } from '../../db/connections/open.ts';
import type { MailKind } from '../../email/mail-kinds.ts';
import type { Deps } from '../../http/deps.ts';
import type { Once } from '../../http/idempotency/answer-once.ts';
import { recordActivity } from '../../identity/activity-log.ts';
import type { Actor } from '../../identity/actor.ts';
import { holdActor } from '../../identity/hold-account.ts';
import { mailSecurityNotice } from '../../identity/security-mail.ts';
import { users } from '../../identity/tables.ts';
import { hashKeySecret, makeKeySecret } from '../../key-check/key-secret.ts';
import { publishKeyChange } from '../../key-check/lookup/publish-change.ts';
import { type ApiKeyRow, replacedKeys } from '../../key-check/tables.ts';
import { secondsAfter } from '../../runtime/times.ts';
import { keyMails } from './mails.ts';
import { keyActivity, lockKey, writeKey } from './owned-key.ts';
import { findPrevious } from './previous-value.ts';
import { toApiKeyWithRequest } from './to-api-key.ts';

type KeyMail = MailKind<{ name: string; until?: string }>;

const tellOwner = async (deps: Deps, tx: Db, actor: Actor, row: ApiKeyRow, kind: KeyMail, until?: Date) => {
  if (row.environment !== 'PRODUCTION') return;
  const [owner] = await tx.select().from(users).where(eq(users.id, row.userId));
  if (!owner) throw new Error('a key has no owner');
  const end = until && { until: until.toISOString() };
  await mailSecurityNotice(deps, tx, actor, owner, kind, { name: row.name, ...end });
};

export const stopPrevious = (tx: Db, keyId: string) =>
  tx
    .update(replacedKeys)
    .set({ endsAt: null, pepperId: null })
    .where(and(eq(replacedKeys.keyId, keyId), isNotNull(replacedKeys.endsAt)));

export const replaceValue = async (deps: Deps, tx: Db, row: ApiKeyRow, endsAt: Date | null) => {
  await stopPrevious(tx, row.id);
  await tx.insert(replacedKeys).values({
    secretHash: row.secretHash,
    keyId: row.id,
    replacedAt: deps.now(),
    endsAt,
    pepperId: endsAt && row.pepperId,
    lastUsedAt: row.lastUsedAt,
    leakedAt: row.leakedAt,
  });
  const secret = makeKeySecret(row.environment);
  return writeKey(tx, row, {
    ...hashKeySecret(deps.tokenPepper, secret),
    ...deps.keyEncryption.seal(secret, row.id),
    leakedAt: null,
    lastUsedAt: null,
    lastUsedAddress: null,
    lastUsedUserAgent: null,
  });
};

const graceNames: Record<Exclude<Grace, 0>, string> = { 3600: '1 hour', 86400: '24 hours', 604800: '7 days' };

const describeRotation = (name: string, grace: Grace) =>
  grace ? `${name}, the old value passes for ${graceNames[grace]}` : name;

const rotate = async (deps: Deps, tx: Db, actor: Actor, ownerId: string, id: string, grace: Grace) => {
  await holdActor(tx, actor);
  const row = await lockKey(tx, ownerId, id);
  const endsAt = grace ? secondsAfter(deps.now(), grace) : null;
  const rotated = await replaceValue(deps, tx, row, endsAt);
  await recordActivity(deps, tx, actor, keyActivity(row, 'key_rotated', describeRotation(row.name, grace)));
  await tellOwner(deps, tx, actor, row, keyMails.productionKeyRotated, endsAt ?? undefined);
  return toApiKeyWithRequest(deps, tx, actor, rotated);
};

export const rotateKey = (deps: Deps, actor: Actor, ownerId: string, id: string, grace: Grace, once: Once) =>
  publishKeyChange(deps, id, (tx) => once(tx, () => rotate(deps, tx, actor, ownerId, id, grace)));

// A repeated or late call gets the key, too.
export const endGrace = (deps: Deps, actor: Actor, ownerId: string, id: string): Promise<ApiKey> =>
  publishKeyChange(deps, id, async (tx) => {
    const row = await lockKey(tx, ownerId, id);
    if (await findPrevious(deps, tx, id)) {
      await stopPrevious(tx, id);
      const description = `${row.name}, the old value was stopped`;
      await recordActivity(deps, tx, actor, keyActivity(row, 'key_updated', description));
      await tellOwner(deps, tx, actor, row, keyMails.productionKeyGraceEnded);
    }
    return toApiKeyWithRequest(deps, tx, actor, row);
  });
