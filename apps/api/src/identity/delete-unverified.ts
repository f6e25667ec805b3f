// An account that never verified its address gives way to the one that did.
import { and, eq, gte, isNull, lt, notExists } from 'drizzle-orm';
import type { Db } from '../db/connections/open.ts';
import { queue } from '../jobs/queue.ts';
import { keptSeconds } from '../runtime/settings/retention.ts';
import { secondsBefore } from '../runtime/times.ts';
import type { IdentityDeps } from './deps.ts';
import { oneTimeTokens, signUps } from './mailed/tables.ts';
import { sessions, users } from './tables.ts';

// A verified or suspended account stays, and the unique address refuses the other one.
export const deleteUnverified = async (tx: Db, id: string) => {
  await tx
    .delete(users)
    .where(and(eq(users.id, id), isNull(users.emailVerifiedAt), isNull(users.suspendedAt)));
};

export const sweepUnverifiedQueue = queue('sweep-unverified');

// A sign-up with a stranger's address, or whose link was never opened, leaves an account. It is deleted after a time without
// another sign-up, a session or a good link.
export const deleteStaleUnverified = async ({
  db,
  now,
  config,
}: Pick<IdentityDeps, 'db' | 'now' | 'config'>) => {
  const before = secondsBefore(now(), keptSeconds(config.retention, 'unverifiedAccounts'));
  const claimed = db
    .select()
    .from(signUps)
    .where(and(eq(signUps.userId, users.id), gte(signUps.createdAt, before)));
  const signedIn = db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, users.id), gte(sessions.lastSeenAt, before)));
  const linked = db
    .select()
    .from(oneTimeTokens)
    .where(and(eq(oneTimeTokens.userId, users.id), gte(oneTimeTokens.expiresAt, now())));
  await db.delete(users).where(
    and(
      isNull(users.emailVerifiedAt),
      // A suspended person would come back with the same address.
      isNull(users.suspendedAt),
      lt(users.createdAt, before),
      notExists(claimed),
      notExists(signedIn),
      notExists(linked),
    ),
  );
};
