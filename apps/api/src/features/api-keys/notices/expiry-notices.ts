// Notices before keys expire, and when they have. Each key stores its last notice in the transaction that queues the mail, so that
// it is sent once.
import { and, asc, eq, gt, isNull, lte, or, sql } from 'drizzle-orm';
import type { Db } from '../../../db/connections/open.ts';
import type { Deps } from '../../../http/deps.ts';
import { recordActivities } from '../../../identity/activity-log.ts';
import type { Owner, Visitor } from '../../../identity/actor.ts';
import { lockAccount } from '../../../identity/hold-account.ts';
import { mailOwner } from '../../../identity/security-mail.ts';
import { users } from '../../../identity/tables.ts';
import { queue } from '../../../jobs/queue.ts';
import { type ApiKeyRow, apiKeys } from '../../../key-check/tables.ts';
import { secondsAfter, secondsBefore } from '../../../runtime/times.ts';
import { keyActivity } from '../owned-key.ts';
import { noticeMails } from './mails.ts';

export const expiryNoticesQueue = queue('expiry-notices');

// The soonest comes last.
const noticeDays = [14, 3, 0] as const;
type NoticeDays = (typeof noticeDays)[number];

const daySeconds = 24 * 3600;

// The last notice whose time has come, or null.
const dueNotice = (expiresAt: Date, now: Date): NoticeDays | null =>
  noticeDays.findLast((days) => secondsBefore(expiresAt, days * daySeconds) <= now) ?? null;

// An owner who chooses an expiry needs no notice whose time has passed.
export const passedNotice = (expiresAt: Date | null, now: Date) => expiresAt && dueNotice(expiresAt, now);

const isDue = (now: Date) =>
  and(
    isNull(apiKeys.revokedAt),
    // Written as in the partial index, so that it is used.
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

// Per transaction; a mail names only the first ones.
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
  const entries = keys.map((key) => keyActivity(key, 'key_expired'));
  await recordActivities(deps, tx, thePortal, entries);
};

const tellOwner = (deps: Deps, ownerId: string) =>
  deps.db.transaction(async (tx) => {
    const owner = await lockAccount(tx, ownerId);
    // Keys of a closed or suspended account have stopped. Their notices come when they pass again.
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
