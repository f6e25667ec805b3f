// Ten codes for the day on which the phone is gone. The database keeps what can be compared with one and not the code itself.

import { randomInt } from 'node:crypto';
import { factorLimits, recoveryCodeAlphabet } from '@ballast/contract/auth/second-factors';
import { and, count, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Db } from '../../../db/connections/open.ts';
import type { Deps } from '../../../http/deps.ts';
import { type FactorRow, factors, recoveryCodes } from '../../../identity/factors/tables.ts';
import { hashValue, possibleHashes } from '../../../secrets/stored-hash.ts';

const makeCode = () =>
  Array.from(
    { length: factorLimits.recoveryCodeLength },
    () => recoveryCodeAlphabet[randomInt(recoveryCodeAlphabet.length)],
  ).join('');

const codeShape = new RegExp(`^[${recoveryCodeAlphabet}]{${factorLimits.recoveryCodeLength}}$`);

// Groups and case are for the eye. What cannot be a code is null.
export const readCode = (typed: string) => {
  const code = typed.replaceAll(/[\s-]/g, '').toLowerCase();
  return codeShape.test(code) ? code : null;
};

// The same code of two accounts has two hashes.
const hashedText = (ownerId: string, code: string) => `${ownerId} ${code}`;

export const writeCodes = async (deps: Deps, tx: Db, ownerId: string, factorId: string) => {
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

export const findCodesFactor = async (tx: Db, ownerId: string): Promise<FactorRow | undefined> => {
  const [factor] = await tx
    .select()
    .from(factors)
    .where(and(eq(factors.userId, ownerId), eq(factors.type, 'recovery_code')));
  return factor;
};

export const countCodes = async (tx: Db, factorId: string) => {
  const [found] = await tx
    .select({
      total: count(),
      remaining: sql<number>`count(*) filter (where ${recoveryCodes.usedAt} is null)`.mapWith(Number),
    })
    .from(recoveryCodes)
    .where(eq(recoveryCodes.factorId, factorId));
  return found ?? { total: 0, remaining: 0 };
};

// Of two who send the same code at once one spends it.
export const spendCode = async (deps: Deps, tx: Db, ownerId: string, code: string) => {
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
