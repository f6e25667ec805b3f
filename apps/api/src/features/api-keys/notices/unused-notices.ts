// A key that nobody uses is a door that nobody watches: its owner is told once in so many days, by one mail about all such keys.
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

// The time of the last use is that of the current value alone. Minutes also tell whether an older value is still sent, and whoever
// has given the key a new value has not forgotten it.
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

// The mark and the mail are one transaction: whichever process looks, and however often, a key is told of once.
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
