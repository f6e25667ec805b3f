// The addresses that an account had, the first one first, as far as the change can still be taken back. Of two people who each say
// that the other one has changed the address, the reader of the earlier one is right.
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

// A link that was mailed to any other address has no say any more.
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
