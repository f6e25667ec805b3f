// The former addresses of an account, oldest first, while the change can be taken back. Of two people who blame each other for a
// change, the reader of the earlier address is right.
import { and, asc, eq, gt, isNull, notInArray } from 'drizzle-orm';
import type { Db } from '../../../db/connections/open.ts';
import { securityNotices } from '../../../identity/mailed/tables.ts';

export const readAddressChain = async (tx: Db, ownerId: string, now: Date): Promise<string[]> => {
  const open = await tx
    .select({ undo: securityNotices.undo })
    .from(securityNotices)
    .where(
      and(
        eq(securityNotices.userId, ownerId),
        gt(securityNotices.expiresAt, now),
        isNull(securityNotices.usedAt),
      ),
    )
    .orderBy(asc(securityNotices.number));
  return open.flatMap(({ undo }) => (undo?.kind === 'address' ? [undo.email] : []));
};

export const addressesBefore = (chain: string[], email: string) =>
  chain.includes(email) ? chain.slice(0, chain.indexOf(email)) : chain;

// Links to all other addresses become void.
export const keepLinksTo = async (tx: Db, ownerId: string, addresses: string[], now: Date) => {
  await tx
    .update(securityNotices)
    .set({ usedAt: now })
    .where(
      and(
        eq(securityNotices.userId, ownerId),
        isNull(securityNotices.usedAt),
        addresses.length ? notInArray(securityNotices.email, addresses) : undefined,
      ),
    );
};
