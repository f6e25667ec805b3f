import { randomInt } from 'node:crypto';
import type * as contract from '@ballast/contract/auth/second-factor-calls';
import {
  factorLimits,
  factorMessages,
  recoveryCodeAlphabet,
  recoveryCodesName,
} from '@ballast/contract/auth/second-factors';
import type { Session } from '@ballast/contract/auth/session';
import type { Answer } from '@ballast/contract/http/endpoint';
import { and, count, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Db } from '../../db/connections/open.ts';
import type { Deps } from '../../http/deps.ts';
import type { Actor } from '../../identity/actor.ts';
import { acceptFactor } from '../../identity/factors/accept-factor.ts';
import { lowerSessions } from '../../identity/factors/factors.ts';
import { type FactorRow, factors, recoveryCodes } from '../../identity/factors/tables.ts';
import { secondFactorPerAddress } from '../../identity/throttling/limits.ts';
import { consumeByCaller } from '../../identity/throttling/throttles.ts';
import { Failure, invalidField } from '../../runtime/failure.ts';
import { hashValue, possibleHashes } from '../../secrets/stored-hash.ts';
import { countWrong, forgetWrong, refuseLocked } from './attempts.ts';
import { chooseName, holdOwner, isSecondLevel, listVerified, refuseTooMany } from './owned-factors.ts';
import { tellCodesMade, tellCodesRemoved, tellCodeUsed } from './tell-owner.ts';

// Recovery codes replace a lost second factor. The database has only their hashes.
const makeCode = () =>
  Array.from(
    { length: factorLimits.recoveryCodeLength },
    () => recoveryCodeAlphabet[randomInt(recoveryCodeAlphabet.length)],
  ).join('');

const codeShape = new RegExp(`^[${recoveryCodeAlphabet}]{${factorLimits.recoveryCodeLength}}$`);

// Without groups and case; null if it cannot be a code.
const readCode = (typed: string) => {
  const code = typed.replaceAll(/[\s-]/g, '').toLowerCase();
  return codeShape.test(code) ? code : null;
};

const hashedText = (ownerId: string, code: string) => `${ownerId} ${code}`;

const writeCodes = async (deps: Deps, tx: Db, ownerId: string, factorId: string) => {
  const codes = new Set<string>();
  while (codes.size < factorLimits.recoveryCodes) codes.add(makeCode());
  const createdAt = deps.now();
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.factorId, factorId));
  await tx.insert(recoveryCodes).values(
    [...codes].map((code) => {
      const { hash, pepperId } = hashValue(deps.tokenPepper, 'recovery-code', hashedText(ownerId, code));
      return { userId: ownerId, factorId, codeHash: hash, pepperId, createdAt };
    }),
  );
  return [...codes];
};

const findCodesFactor = async (tx: Db, ownerId: string): Promise<FactorRow | undefined> => {
  const [factor] = await tx
    .select()
    .from(factors)
    .where(and(eq(factors.userId, ownerId), eq(factors.type, 'recovery_code')));
  return factor;
};

const countCodes = async (tx: Db, factorId: string) => {
  const [found] = await tx
    .select({
      total: count(),
      remaining: sql<number>`count(*) filter (where ${recoveryCodes.usedAt} is null)`.mapWith(Number),
    })
    .from(recoveryCodes)
    .where(eq(recoveryCodes.factorId, factorId));
  return found ?? { total: 0, remaining: 0 };
};

// Of two concurrent calls one spends it.
const spendCode = async (deps: Deps, tx: Db, ownerId: string, code: string) => {
  const hashes = possibleHashes(deps.tokenPepper, 'recovery-code', hashedText(ownerId, code));
  const spent = await tx
    .update(recoveryCodes)
    .set({ usedAt: deps.now(), pepperId: null })
    .where(
      and(
        eq(recoveryCodes.userId, ownerId),
        inArray(recoveryCodes.codeHash, hashes),
        isNull(recoveryCodes.usedAt),
      ),
    )
    .returning({ id: recoveryCodes.id });
  return spent.length > 0;
};

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

export const createCodes = (deps: Deps, actor: Actor, ownerId: string, wantedName: string | undefined) =>
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

// The factor stays, and so do the proofs of sessions that have shown a code.
export const replaceCodes = (deps: Deps, actor: Actor, ownerId: string): Promise<Codes> =>
  deps.db.transaction(async (tx) => {
    const { owner, factor } = await holdCodes(tx, actor, ownerId);
    const codes = await writeCodes(deps, tx, ownerId, factor.id);
    const lifted = { wrongCount: 0, lockedUntil: null, savedAt: null, updatedAt: deps.now() };
    await tx.update(factors).set(lifted).where(eq(factors.id, factor.id));
    await tellCodesMade(deps, tx, actor, owner, factor);
    return show(factor, codes);
  });

// The codes are shown once. Somebody who closes the browser before has none, whatever the count says.
export const readSavedCodes = async (deps: Deps, ownerId: string) => {
  const factor = await findCodesFactor(deps.db, ownerId);
  if (!factor) throw new Failure('mfa_factor_not_found');
  return { savedAt: factor.savedAt?.toISOString() ?? null };
};

export const confirmSavedCodes = (deps: Deps, actor: Actor, ownerId: string) =>
  deps.db.transaction(async (tx) => {
    const { factor } = await holdCodes(tx, actor, ownerId);
    const savedAt = deps.now();
    await tx.update(factors).set({ savedAt }).where(eq(factors.id, factor.id));
    return { savedAt: savedAt.toISOString() };
  });

export const removeCodes = (deps: Deps, actor: Actor, ownerId: string) =>
  deps.db.transaction(async (tx) => {
    const { owner, factor } = await holdCodes(tx, actor, ownerId);
    await lowerSessions(tx, { factorId: factor.id }, deps.now());
    await tx.delete(factors).where(eq(factors.id, factor.id));
    await tellCodesRemoved(deps, tx, actor, owner, factor);
    return { id: factor.id };
  });

const wrongCode = () => new Failure('mfa_verification_failed');

// A wrong code, a spent one and no set look alike. A wrong one is recorded, so its refusal is returned.
const settle = async (deps: Deps, tx: Db, actor: Actor, code: string): Promise<Session | Failure> => {
  const now = deps.now();
  const owner = await holdOwner(tx, actor);
  const factor = await findCodesFactor(tx, owner.id);
  if (factor) refuseLocked(factor, now);
  if (!factor || !(await spendCode(deps, tx, owner.id, code))) {
    await countWrong(deps, tx, actor, owner, factor);
    return wrongCode();
  }
  await forgetWrong(tx, factor, now);
  const { remaining } = await countCodes(tx, factor.id);
  await tellCodeUsed(deps, tx, actor, owner, remaining);
  return acceptFactor(deps, tx, actor, owner, { method: 'mfa/recovery_code', factorId: factor.id });
};

export const verifyCode = async (deps: Deps, actor: Actor, typed: string | undefined): Promise<Session> => {
  if (!typed?.trim()) throw invalidField('code', factorMessages.codeRequired);
  await consumeByCaller(deps.throttles.of(secondFactorPerAddress), actor);
  const code = readCode(typed);
  if (!code) throw wrongCode();
  const settled = await deps.db.transaction((tx) => settle(deps, tx, actor, code));
  if (settled instanceof Failure) throw settled;
  return settled;
};
