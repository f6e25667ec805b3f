// Between two claims lies a pause, of the account and of its mailbox: whoever makes a second account with a tag behind a plus
// has the same pause.
import { faucetLimits } from '@ballast/contract/faucet';
import { eq, lte, max, or, sql } from 'drizzle-orm';
import type { Db } from '../../db/connections/open.ts';
import type { UserRow } from '../../identity/tables.ts';
import { mailboxOf } from '../../identity/throttling/mailbox.ts';
import { secondsAfter } from '../../runtime/times.ts';
import { faucetWindows } from './tables.ts';

type Claimant = Pick<UserRow, 'id' | 'email'>;

// The result is null when the pause is over, or when there was none.
export const readPauseEnd = async (tx: Db, owner: Claimant, now: Date): Promise<Date | null> => {
  const [pause] = await tx
    .select({ endsAt: max(faucetWindows.nextClaimAt) })
    .from(faucetWindows)
    .where(or(eq(faucetWindows.userId, owner.id), eq(faucetWindows.mailbox, mailboxOf(owner.email))));
  return pause?.endsAt && pause.endsAt > now ? pause.endsAt : null;
};

// Several accounts of one mailbox may claim at once, on any process: the first of them holds the others up until its pause
// can be read.
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
  // An account that changed its address in this moment may have claimed under the former one.
  return { begun: Boolean(window), endsAt: nextClaimAt };
};
