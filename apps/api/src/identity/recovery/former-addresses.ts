// The addresses that an account had in the last 30 days.
import { and, eq, gt, inArray } from 'drizzle-orm';
import type { Db } from '../../db/connections/open.ts';
import { secondsAfter } from '../../runtime/times.ts';
import type { Owner } from '../actor.ts';
import type { IdentityDeps } from '../deps.ts';
import { formerAddresses } from './tables.ts';

const keptDays = 30;

type Clock = Pick<IdentityDeps, 'now'>;

export const keepFormerAddress = async ({ now }: Clock, tx: Db, { id, email }: Owner) => {
  const expiresAt = secondsAfter(now(), keptDays * 24 * 3600);
  await tx.insert(formerAddresses).values({ userId: id, email, expiresAt });
};

// They were an intruder's.
export const forgetFormerAddresses = async (tx: Db, ownerId: string, emails: string[]) => {
  await tx
    .delete(formerAddresses)
    .where(and(eq(formerAddresses.userId, ownerId), inArray(formerAddresses.email, emails)));
};

export const readRecentAddresses = async ({ now }: Clock, tx: Db, { id, email }: Owner) => {
  const former = await tx
    .select({ email: formerAddresses.email })
    .from(formerAddresses)
    .where(and(eq(formerAddresses.userId, id), gt(formerAddresses.expiresAt, now())));
  return [...new Set([email, ...former.map((each) => each.email)])];
};
