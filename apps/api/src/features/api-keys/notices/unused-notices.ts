// One mail in so many days names all unused keys of an owner.
import { unusedDays } from '@ballast/contract/keys/api-keys';
import { and, eq, exists, gt, isNull, lte, not, or, sql } from 'drizzle-orm';
import type { Deps } from '../../../http/deps.ts';
import { lockAccount } from '../../../identity/hold-account.ts';
import { mailOwner } from '../../../identity/security-mail.ts';
import { users } from '../../../identity/tables.ts';
import { queue } from '../../../jobs/queue.ts';
import { nameKeys } from '../../../key-check/lookup/active-keys.ts';
import { apiKeys, replacedKeys } from '../../../key-check/tables.ts';
import { keyUsageMinutes } from '../../../key-check/usage/tables.ts';
import { secondsBefore } from '../../../runtime/times.ts';
import { noticeMails } from './mails.ts';

export const unusedNoticesQueue = queue('unused-notices');

// The last use is that of the current value. The minutes include older values, and a key with a new value is not forgotten.
const isUnused = ({ db, now }: Deps) => {
  const start = secondsBefore(now(), unusedDays * 24 * 3600);
  const one = { one: sql`1` };
  return and(
    isNull(apiKeys.revokedAt),
    or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, now())),
    lte(apiKeys.createdAt, start),
    or(isNull(apiKeys.lastUsedAt), lte(apiKeys.lastUsedAt, start)),
    or(isNull(apiKeys.unusedNoticeAt), lte(apiKeys.unusedNoticeAt, start)),
    not(
      exists(
        db
          .select(one)
          .from(keyUsageMinutes)
          .where(and(eq(keyUsageMinutes.keyId, apiKeys.id), gt(keyUsageMinutes.minute, start))),
      ),
    ),
    not(
      exists(
        db
          .select(one)
          .from(replacedKeys)
          .where(and(eq(replacedKeys.keyId, apiKeys.id), gt(replacedKeys.replacedAt, start))),
      ),
    ),
  );
};

// Mark and mail are one transaction, so that a key is named once.
const tellOwner = (deps: Deps, ownerId: string) =>
  deps.db.transaction(async (tx) => {
    const owner = await lockAccount(tx, ownerId);
    if (!owner || owner.deletesAt || owner.suspendedAt) return;
    const unused = await tx
      .update(apiKeys)
      .set({ unusedNoticeAt: deps.now() })
      .where(and(eq(apiKeys.userId, ownerId), isUnused(deps)))
      .returning({ name: apiKeys.name, environment: apiKeys.environment });
    if (!unused.length) return;
    await mailOwner(deps, tx, owner, noticeMails.keysUnused, {
      count: unused.length,
      keys: nameKeys(unused.toSorted((a, b) => a.name.localeCompare(b.name))),
    });
  });

export const tellUnused = async (deps: Deps) => {
  const owners = await deps.db
    .selectDistinct({ id: apiKeys.userId })
    .from(apiKeys)
    .innerJoin(users, and(eq(users.id, apiKeys.userId), isNull(users.deletesAt), isNull(users.suspendedAt)))
    .where(isUnused(deps));
  for (const { id } of owners) await tellOwner(deps, id);
};
