// Whether a mail got out that warns an owner of a reset of their second factors.
import { notMeLinkDays } from '@ballast/contract/auth/this-was-not-me';
import { and, eq, gte, sql } from 'drizzle-orm';
import type { Db } from '../../../db/connections/open.ts';
import { sendEmailQueue } from '../../../email/mail-kinds.ts';
import type { Deps } from '../../../http/deps.ts';
import type { Owner } from '../../../identity/actor.ts';
import { securityNotices } from '../../../identity/mailed/tables.ts';
import { secondsAfter } from '../../../runtime/times.ts';

const isWarning = sql`${securityNotices.undo} ->> 'kind' = 'factor-reset'`;

// One address that gets it is enough: a former one may no longer exist. An address that nobody verified gets none.
export const readWarning = async ({ jobs }: Deps, tx: Db, owner: Owner, requestedAt: Date) => {
  const isNew = gte(securityNotices.expiresAt, secondsAfter(requestedAt, notMeLinkDays * 24 * 3600));
  const notices = await tx
    .select({ id: securityNotices.id })
    .from(securityNotices)
    .where(and(eq(securityNotices.userId, owner.id), isNew, isWarning));
  if (!notices.length) return owner.emailVerifiedAt ? 'is given up' : 'is out';
  const undone = await jobs.listUndone(
    tx,
    sendEmailQueue,
    notices.map(({ id }) => id),
  );
  if (undone.length < notices.length) return 'is out';
  return undone.every(({ isGivenUp }) => isGivenUp) ? 'is given up' : 'waits';
};

// A mail that an operator drops warns nobody. Its link stays good, because an attempt may have got out after all.
export const withdrawWarning = async (tx: Db, label: string) => {
  await tx
    .update(securityNotices)
    .set({ undo: null })
    .where(and(sql`${securityNotices.id}::text = ${label}`, isWarning));
};
