import type * as contract from '@ballast/contract/auth/second-factor-calls';
import { recoveryCodesName } from '@ballast/contract/auth/second-factors';
import type { Answer } from '@ballast/contract/http/endpoint';
import { eq } from 'drizzle-orm';
import type { Db } from '../../../db/connections/open.ts';
import type { Deps } from '../../../http/deps.ts';
import type { Actor } from '../../../identity/actor.ts';
import { lowerSessions } from '../../../identity/factors/lower-sessions.ts';
import { type FactorRow, factors } from '../../../identity/factors/tables.ts';
import { Failure } from '../../../runtime/failure.ts';
import { chooseName, refuseTooMany } from '../factor-names.ts';
import { holdOwner, isSecondLevel, listVerified } from '../owned-factors.ts';
import { tellCodesMade, tellCodesRemoved } from '../tell-owner.ts';
import { countCodes, findCodesFactor, writeCodes } from './codes.ts';

type Codes = Answer<typeof contract.createRecoveryCodes>;

const show = ({ id, name }: Pick<FactorRow, 'id' | 'name'>, codes: string[]): Codes => ({
  id,
  type: 'recovery_code',
  friendly_name: name,
  total: codes.length,
  codes,
});

export const readCodesStatus = async (
  deps: Deps,
  ownerId: string,
): Promise<Answer<typeof contract.getRecoveryCodes>> => {
  const factor = await findCodesFactor(deps.db, ownerId);
  if (!factor) throw new Failure('mfa_factor_not_found');
  return { id: factor.id, type: 'recovery_code', ...(await countCodes(deps.db, factor.id)) };
};

export const createCodes = (
  deps: Deps,
  actor: Actor,
  ownerId: string,
  wantedName: string | undefined,
): Promise<Codes> =>
  deps.db.transaction(async (tx) => {
    const owner = await holdOwner(tx, actor);
    if (!(await isSecondLevel(tx, actor))) throw new Failure('insufficient_aal');
    const verified = await listVerified(tx, ownerId);
    if (verified.some(({ type }) => type === 'recovery_code'))
      throw new Failure('mfa_verified_factor_exists');
    if (!verified.length) throw new Failure('mfa_recovery_codes_sole_factor');
    refuseTooMany(verified);
    const name = chooseName(verified, wantedName, recoveryCodesName);

    const now = deps.now();
    const [factor] = await tx
      .insert(factors)
      .values({
        userId: ownerId,
        type: 'recovery_code',
        status: 'verified',
        name,
        createdAt: now,
        updatedAt: now,
      })
      .returning();
    if (!factor) throw new Error('insert returned no factor');
    const codes = await writeCodes(deps, tx, ownerId, factor.id);
    await tellCodesMade(deps, tx, actor, owner, factor);
    return show(factor, codes);
  });

const holdCodes = async (tx: Db, actor: Actor, ownerId: string) => {
  const owner = await holdOwner(tx, actor);
  const factor = await findCodesFactor(tx, ownerId);
  if (!factor) throw new Failure('mfa_factor_not_found');
  if (!(await isSecondLevel(tx, actor))) throw new Failure('insufficient_aal');
  return { owner, factor };
};

// The set stays the same one, so sessions that have shown a code of it keep what they may do.
export const replaceCodes = (deps: Deps, actor: Actor, ownerId: string): Promise<Codes> =>
  deps.db.transaction(async (tx) => {
    const { owner, factor } = await holdCodes(tx, actor, ownerId);
    const codes = await writeCodes(deps, tx, ownerId, factor.id);
    const lifted = { wrongCount: 0, lockedUntil: null, updatedAt: deps.now() };
    await tx.update(factors).set(lifted).where(eq(factors.id, factor.id));
    await tellCodesMade(deps, tx, actor, owner, factor);
    return show(factor, codes);
  });

export const removeCodes = (deps: Deps, actor: Actor, ownerId: string) =>
  deps.db.transaction(async (tx) => {
    const { owner, factor } = await holdCodes(tx, actor, ownerId);
    await lowerSessions(tx, { factorId: factor.id }, deps.now());
    await tx.delete(factors).where(eq(factors.id, factor.id));
    await tellCodesRemoved(deps, tx, actor, owner, factor);
    return { id: factor.id };
  });
