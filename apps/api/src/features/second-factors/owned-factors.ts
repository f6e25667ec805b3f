// The factors of one account, read while the account is held.

import { and, eq } from 'drizzle-orm';
import type { Db } from '../../db/connections/open.ts';
import { notProven } from '../../http/access/require-fresh.ts';
import type { Actor } from '../../identity/actor.ts';
import { isInUse } from '../../identity/factors/list-factors.ts';
import { type FactorRow, factors } from '../../identity/factors/tables.ts';
import { holdActor } from '../../identity/hold-actor.ts';
import type { Owner } from '../../identity/owner.ts';
import { isFresh, levelOf, readProofs } from '../../identity/proofs/proofs.ts';
import { sessionLibraryRefusals } from '../../identity/sessions/session-refusals.ts';

import { Failure } from '../../runtime/failure.ts';

export const holdOwner = (tx: Db, actor: Actor) =>
  holdActor(tx, actor, sessionLibraryRefusals['session ended']);

export const listVerified = (tx: Db, ownerId: string) =>
  tx
    .select()
    .from(factors)
    .where(and(eq(factors.userId, ownerId), eq(factors.status, 'verified')));

export const findFactor = async (tx: Db, ownerId: string, id: string, now: Date): Promise<FactorRow> => {
  const [factor] = await tx
    .select()
    .from(factors)
    .where(and(eq(factors.id, id), eq(factors.userId, ownerId)));
  if (!factor || !isInUse(factor, now)) throw new Failure('mfa_factor_not_found');
  return factor;
};

export const isSecondLevel = async (tx: Db, actor: Actor) => levelOf(await readProofs(tx, actor)) === 'aal2';

// Who may call was decided when the call began. Another session may have verified a factor since.
export const requireSecondLevel = async (tx: Db, actor: Actor, verified: FactorRow[]) => {
  if (verified.length && !(await isSecondLevel(tx, actor))) throw new Failure('insufficient_aal');
};

// A factor is finished only in a session that could have begun it: then it had shown as much, and as recently. Otherwise an old
// session or a reset link would make a key of its own out of the one that the owner is about to add.
export const refuseStrangers = async (tx: Db, actor: Actor, owner: Owner, factor: FactorRow) => {
  if (factor.status === 'verified') return;
  const verified = await listVerified(tx, owner.id);
  await requireSecondLevel(tx, actor, verified);
  const account = { hasVerifiedFactor: verified.length > 0 };
  if (!isFresh(await readProofs(tx, actor), factor.createdAt, account)) throw await notProven(tx, owner);
};
