// One claim per developer and pause. The window's row decides, however many ask at once and wherever.
import { faucetEntries, faucetLimits, faucetMessages } from '@ballast/contract/faucet';
import { eq, lte } from 'drizzle-orm';
import { recordEntry } from '../../activity-log.ts';
import type { Client } from '../../actor.ts';
import { faucetClaims, faucetWindows } from '../../db/faucet-tables.ts';
import type { Db } from '../../db/open.ts';
import type { Deps } from '../../deps.ts';
import { faucetTransferQueue } from '../../faucet/faucet.ts';
import { Failure } from '../../http/failure.ts';
import { secondsAfter } from '../../times.ts';
import { showTransfer } from './show-faucet.ts';

const refuseMissingAddress = (deps: Deps, address: string | undefined) => {
  if (address || !deps.faucet.addressNeeded) return;
  const message = faucetMessages.addressNeeded;
  throw new Failure('validation_failed', { message, fields: { address: message } });
};

const openWindow = async (tx: Db, userId: string, claimId: string, now: Date) => {
  const nextClaimAt = secondsAfter(now, faucetLimits.pauseHours * 3600);
  const [window] = await tx
    .insert(faucetWindows)
    .values({ userId, claimId, nextClaimAt })
    .onConflictDoUpdate({
      target: faucetWindows.userId,
      set: { claimId, nextClaimAt },
      setWhere: lte(faucetWindows.nextClaimAt, now),
    })
    .returning();
  return window;
};

const dueTime = async (tx: Db, userId: string, now: Date) => {
  const [window] = await tx.select().from(faucetWindows).where(eq(faucetWindows.userId, userId));
  return window?.nextClaimAt ?? now;
};

const tooEarly = (nextClaimAt: Date, now: Date) =>
  new Failure('rate_limited', {
    message: faucetMessages.rateLimited(nextClaimAt),
    body: { nextClaimAt: nextClaimAt.toISOString() },
    retryAfterSeconds: Math.max(1, Math.ceil((nextClaimAt.getTime() - now.getTime()) / 1000)),
  });

export const requestTokensFor = async (
  deps: Deps,
  userId: string,
  address: string | undefined,
  client: Client,
) => {
  refuseMissingAddress(deps, address);
  const claimId = crypto.randomUUID();

  const outcome = await deps.db.transaction(async (tx) => {
    const now = deps.now();
    const entry = { userId, environment: 'SANDBOX', client, at: now } as const;
    const window = await openWindow(tx, userId, claimId, now);
    if (!window) {
      const nextClaimAt = await dueTime(tx, userId, now);
      const description = faucetEntries.tooEarly(nextClaimAt, now);
      await recordEntry(tx, { ...entry, type: 'faucet_rate_limited', description });
      return { refusal: tooEarly(nextClaimAt, now) };
    }
    const [claim] = await tx
      .insert(faucetClaims)
      .values({
        id: claimId,
        userId,
        driver: deps.faucet.kind,
        amount: faucetLimits.amount,
        address: address ?? null,
        dueAt: now,
        clientAddress: client.address,
        createdAt: now,
      })
      .returning();
    if (!claim) throw new Error('insert returned no claim');
    const description = faucetEntries.requested(claim.amount, claim.address);
    await recordEntry(tx, { ...entry, type: 'faucet_request', description });
    await deps.jobs.enqueue(tx, faucetTransferQueue, { claimId });
    return { claim, nextClaimAt: window.nextClaimAt };
  });
  // Thrown out here, because inside it would undo the entry in the log.
  if (outcome.refusal) throw outcome.refusal;
  return {
    ...showTransfer(outcome.claim, deps.config.tokenSymbol),
    nextClaimAt: outcome.nextClaimAt.toISOString(),
  };
};
