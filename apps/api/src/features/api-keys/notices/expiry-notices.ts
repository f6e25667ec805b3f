// Before keys expire, their owner is told, and again when it has happened. Each key remembers what was told of its expiry, in the
// transaction that queues the mail: whichever process looks, and however often, it is told once.

import { and, asc, eq, gt, isNull, lte, or, sql } from 'drizzle-orm';
import type { Db } from '../../../db/connections/open.ts';
import type { Deps } from '../../../http/deps.ts';
import { recordActivities } from '../../../identity/activity-log.ts';
import type { Visitor } from '../../../identity/actor.ts';
import { lockAccount } from '../../../identity/hold-account.ts';
import type { Owner } from '../../../identity/owner.ts';
import { mailOwner } from '../../../identity/security-mail.ts';
import { users } from '../../../identity/tables.ts';
import { queue } from '../../../jobs/queue.ts';
import { type ApiKeyRow, apiKeys } from '../../../key-check/tables.ts';
import { secondsAfter, secondsBefore } from '../../../runtime/times.ts';
import { noticeMails } from './mails.ts';

export const expiryNoticesQueue = queue('expiry-notices');

// The soonest comes last.
const noticeDays = [14, 3, 0] as const;
type NoticeDays = (typeof noticeDays)[number];

const daySeconds = 24 * 3600;

// The last notice whose time has come, or null.
const dueNotice = (expiresAt: Date, now: Date): NoticeDays | null =>
  noticeDays.findLast((days) => secondsBefore(expiresAt, days * daySeconds) <= now) ?? null;

// Whoever has just chosen an expiry knows of it: what would have been told before that is not told any more.
export const passedNotice = (expiresAt: Date | null, now: Date) => expiresAt && dueNotice(expiresAt, now);

const isDue = (now: Date) =>
  and(
    isNull(apiKeys.revokedAt),
    // These words let the index be used that holds nothing else.
    sql`${apiKeys.expiresAt} is not null and ${apiKeys.expiryNotice} is distinct from 0`,
    or(
      ...noticeDays.map((days) =>
        and(
          lte(apiKeys.expiresAt, secondsAfter(now, days * daySeconds)),
          or(isNull(apiKeys.expiryNotice), gt(apiKeys.expiryNotice, days)),
        ),
      ),
    ),
  );

const thePortal: Visitor = { client: { address: 'the portal', userAgent: '' } };

type Due = ApiKeyRow & { expiresAt: Date };

// So many keys are told of in one transaction, and a mail names only the first.
const keysAtOnce = 200;
const mostNamed = 10;

const tellOf = async (deps: Deps, tx: Db, owner: Owner, days: NoticeDays, keys: Due[]) => {
  if (!keys.length) return;
  const ids = keys.map(({ id }) => id);
  await tx
    .update(apiKeys)
    .set({ expiryNotice: days })
    .where(and(eq(apiKeys.userId, owner.id), sql`${apiKeys.id} = any(${sql.param(ids)}::uuid[])`));
  await mailOwner(deps, tx, owner, noticeMails.keysExpire, {
    days,
    count: keys.length,
    keys: keys.slice(0, mostNamed).map(({ id, name, environment, expiresAt }) => ({
      ...{ id, name, environment },
      expiresAt: expiresAt.toISOString(),
    })),
  });
  if (days > 0) return;
  const entries = keys.map(
    ({ id: keyId, name: description, environment }) =>
      ({ ownerId: owner.id, type: 'key_expired', keyId, description, environment }) as const,
  );
  await recordActivities(deps, tx, thePortal, entries);
};

const tellOwner = (deps: Deps, ownerId: string) =>
  deps.db.transaction(async (tx) => {
    const owner = await lockAccount(tx, ownerId);
    // The keys of an account that is to be deleted, or is suspended, have stopped. If they pass again, they are told of then.
    if (!owner || owner.deletesAt || owner.suspendedAt) return 0;
    const now = deps.now();
    const keys = (await tx
      .select()
      .from(apiKeys)
      .where(and(eq(apiKeys.userId, ownerId), isDue(now)))
      .orderBy(asc(apiKeys.expiresAt), asc(apiKeys.id))
      .limit(keysAtOnce)
      .for('update')) as Due[];
    for (const days of noticeDays) {
      const due = keys.filter(({ expiresAt }) => dueNotice(expiresAt, now) === days);
      await tellOf(deps, tx, owner, days, due);
    }
    return keys.length;
  });

export const tellExpiries = async (deps: Deps) => {
  const owners = await deps.db
    .selectDistinct({ id: apiKeys.userId })
    .from(apiKeys)
    .innerJoin(users, and(eq(users.id, apiKeys.userId), isNull(users.deletesAt), isNull(users.suspendedAt)))
    .where(isDue(deps.now()));
  for (const { id } of owners) while ((await tellOwner(deps, id)) === keysAtOnce);
};
