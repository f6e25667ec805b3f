// The pause between two claims is that of the account and of its mailbox: an address with a plus tag has the same one.
import { faucetLimits } from '@ballast/contract/faucet-limits';
import { eq, lte, max, or, sql } from 'drizzle-orm';
import type { Db } from '../../db/connections/open.ts';
import type { UserRow } from '../../identity/tables.ts';
import { mailboxOf } from '../../identity/throttling/mailbox.ts';
import { secondsAfter } from '../../runtime/times.ts';
import { faucetWindows } from './tables.ts';

type Claimant = Pick<UserRow, 'id' | 'email'>;

// Null without a pause.
export const readPauseEnd = async (tx: Db, owner: Claimant, now: Date): Promise<Date | null> => {
  const [pause] = await tx
    .select({ endsAt: max(faucetWindows.nextClaimAt) })
    .from(faucetWindows)
    .where(or(eq(faucetWindows.userId, owner.id), eq(faucetWindows.mailbox, mailboxOf(owner.email))));
  return pause?.endsAt && pause.endsAt > now ? pause.endsAt : null;
};

// Concurrent claims of one mailbox wait for the first, on any process.
const lockMailbox = (tx: Db, mailbox: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`faucet ${mailbox}`}, 0))`);

export const beginPause = async (tx: Db, owner: Claimant, claimId: string, now: Date) => {
  const mailbox = mailboxOf(owner.email);
  await lockMailbox(tx, mailbox);
  const endsAt = await readPauseEnd(tx, owner, now);
  if (endsAt) return { begun: false, endsAt };

  const nextClaimAt = secondsAfter(now, faucetLimits.pauseHours * 3600);
  const [window] = await tx
    .insert(faucetWindows)
    .values({ userId: owner.id, mailbox, claimId, nextClaimAt })
    .onConflictDoUpdate({
      target: faucetWindows.userId,
      set: { mailbox, claimId, nextClaimAt },
      setWhere: lte(faucetWindows.nextClaimAt, now),
    })
    .returning();
  // The account may have claimed under its former address.
  return { begun: Boolean(window), endsAt: nextClaimAt };
};
