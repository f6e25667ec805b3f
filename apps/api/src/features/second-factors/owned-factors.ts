import { factorLimits, factorMessages } from '@ballast/contract/auth/second-factors';
import { and, eq } from 'drizzle-orm';
import type { Db } from '../../db/connections/open.ts';
import { notProven } from '../../http/access/requirements.ts';
import type { Deps } from '../../http/deps.ts';
import type { Actor, Owner } from '../../identity/actor.ts';
import { isInUse, lowerSessions } from '../../identity/factors/factors.ts';
import { type FactorRow, factors } from '../../identity/factors/tables.ts';
import { holdActor } from '../../identity/hold-account.ts';
import { isFresh, levelOf, readProofs } from '../../identity/proofs/proofs.ts';
import { sessionLibraryRefusals } from '../../identity/sessions/session-refusals.ts';
import { Failure } from '../../runtime/failure.ts';
import { tellRemoved } from './tell-owner.ts';

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

// Another session may have verified a factor since the call was authenticated.
export const requireSecondLevel = async (tx: Db, actor: Actor, verified: FactorRow[]) => {
  if (verified.length && !(await isSecondLevel(tx, actor))) throw new Failure('insufficient_aal');
};

// Only a session with the proofs to begin an enrolment may finish it. Otherwise an old session or a reset link could take over the
// owner's new key.
export const refuseStrangers = async (tx: Db, actor: Actor, owner: Owner, factor: FactorRow) => {
  if (factor.status === 'verified') return;
  const verified = await listVerified(tx, owner.id);
  await requireSecondLevel(tx, actor, verified);
  const account = { hasVerifiedFactor: verified.length > 0 };
  if (!isFresh(await readProofs(tx, actor), factor.createdAt, account)) throw await notProven(tx, owner);
};

const namesOf = (verified: FactorRow[]) => new Set(verified.map(({ name }) => name.toLowerCase()));

const firstFree = (taken: Set<string>, usualName: string) => {
  for (let number = 2; ; number += 1) {
    const name = `${usualName} ${number}`;
    if (!taken.has(name.toLowerCase())) return name;
  }
};

export const chooseName = (verified: FactorRow[], wanted: string | undefined, usualName: string) => {
  const taken = namesOf(verified);
  if (wanted) {
    if (taken.has(wanted.toLowerCase())) throw new Failure('mfa_factor_name_conflict');
    return wanted;
  }
  return taken.has(usualName.toLowerCase()) ? firstFree(taken, usualName) : usualName;
};

export const refuseTooMany = (verified: FactorRow[]) => {
  if (verified.length >= factorLimits.factors) throw new Failure('too_many_enrolled_mfa_factors');
};

const refuseRecoveryCodes = ({ type }: FactorRow) => {
  const message = factorMessages.recoveryCodesId;
  if (type === 'recovery_code')
    throw new Failure('recovery_codes_by_id', { message, fields: { id: message } });
};

// Recovery codes do not stay without another factor.
const refuseLeavingCodesAlone = (verified: FactorRow[], id: string) => {
  const others = verified.filter((factor) => factor.id !== id);
  if (others.length === 1 && others[0]?.type === 'recovery_code')
    throw new Failure('mfa_recovery_codes_sole_factor');
};

export const removeFactor = (deps: Deps, actor: Actor, ownerId: string, id: string) =>
  deps.db.transaction(async (tx) => {
    const owner = await holdOwner(tx, actor);
    const now = deps.now();
    const factor = await findFactor(tx, ownerId, id, now);
    refuseRecoveryCodes(factor);
    const verified = await listVerified(tx, ownerId);
    await requireSecondLevel(tx, actor, verified);
    if (factor.status === 'verified') {
      refuseLeavingCodesAlone(verified, id);
      await lowerSessions(tx, { factorId: id }, now);
      await tellRemoved(deps, tx, actor, owner, factor);
    }
    await tx.delete(factors).where(eq(factors.id, id));
    return { id };
  });
