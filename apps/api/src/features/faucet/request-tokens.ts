// One claim per pause, however many calls come at once and to any process.
import { faucetEntries, faucetMessages } from '@ballast/contract/faucet';
import { faucetLimits } from '@ballast/contract/faucet-limits';
import type { Db } from '../../db/connections/open.ts';
import type { Deps } from '../../http/deps.ts';
import type { Once } from '../../http/idempotency/answer-once.ts';
import { recordActivity } from '../../identity/activity-log.ts';
import type { Actor, Owner } from '../../identity/actor.ts';
import { holdActor } from '../../identity/hold-account.ts';
import { hours, networkThrottle } from '../../identity/throttling/rules.ts';
import { consumeByNetwork } from '../../identity/throttling/throttles.ts';
import { Failure, invalidField } from '../../runtime/failure.ts';
import { beginPause, readPauseEnd } from './pause.ts';
import { toTransfer } from './read-faucet.ts';
import { faucetClaims } from './tables.ts';
import { faucetTransferQueue } from './transfers/faucet.ts';

const faucetPerAddress = networkThrottle(
  'faucetPerAddress',
  (limits) => limits.faucetClaimsPerAddress,
  24 * hours,
);

const refuseMissingAddress = (deps: Deps, address: string | undefined) => {
  if (!address && deps.faucet.addressNeeded) throw invalidField('address', faucetMessages.addressNeeded);
};

const tooEarly = (nextClaimAt: Date, now: Date) =>
  new Failure('rate_limited', {
    message: faucetMessages.rateLimited(nextClaimAt),
    body: { nextClaimAt: nextClaimAt.toISOString() },
    retryAfterSeconds: Math.max(1, Math.ceil((nextClaimAt.getTime() - now.getTime()) / 1000)),
  });

type NewClaim = { id: string; userId: string; address: string | null; createdAt: Date };

const insertClaim = async (deps: Deps, tx: Db, { client }: Actor, claim: NewClaim) => {
  const [row] = await tx
    .insert(faucetClaims)
    .values({
      ...claim,
      driver: deps.faucet.kind,
      amount: faucetLimits.amount,
      dueAt: claim.createdAt,
      clientAddress: client.address,
    })
    .returning();
  if (!row) throw new Error('insert returned no claim');
  return row;
};

export const requestTokens = async (
  deps: Deps,
  actor: Actor,
  owner: Owner,
  address: string | undefined,
  once: Once,
) => {
  refuseMissingAddress(deps, address);
  // A claim that is too early does not count against its network.
  if (!(await readPauseEnd(deps.db, owner, deps.now())))
    await consumeByNetwork(deps.throttles.of(faucetPerAddress), actor, faucetMessages.networkLimited);
  const ownerId = owner.id;
  const claimId = crypto.randomUUID();

  const request = async (tx: Db) => {
    await holdActor(tx, actor);
    const now = deps.now();
    const entry = { ownerId, environment: 'SANDBOX' } as const;
    const { begun, endsAt: nextClaimAt } = await beginPause(tx, owner, claimId, now);
    if (!begun) {
      const description = faucetEntries.tooEarly(nextClaimAt, now);
      await recordActivity(deps, tx, actor, { ...entry, type: 'faucet_rate_limited', description });
      return tooEarly(nextClaimAt, now);
    }
    const claim = await insertClaim(deps, tx, actor, {
      id: claimId,
      userId: ownerId,
      address: address ?? null,
      createdAt: now,
    });
    const description = faucetEntries.requested(claim.amount, claim.address);
    await recordActivity(deps, tx, actor, { ...entry, type: 'faucet_request', description });
    await deps.jobs.enqueue(tx, faucetTransferQueue, { claimId });
    return { ...toTransfer(claim, deps.config.tokenSymbol), nextClaimAt: nextClaimAt.toISOString() };
  };
  const outcome = await deps.db.transaction((tx) => once(tx, () => request(tx)));
  // Thrown here, because inside the transaction it would undo the log entry.
  if (outcome instanceof Failure) throw outcome;
  return outcome;
};
