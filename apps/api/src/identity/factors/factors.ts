// The factors of an account as its session shows them.
import { factorLimits } from '@ballast/contract/auth/second-factors';
import type { SessionUser } from '@ballast/contract/auth/session';
import { and, asc, eq, inArray, lt } from 'drizzle-orm';
import type { Db } from '../../db/connections/open.ts';
import { secondsBefore } from '../../runtime/times.ts';
import type { IdentityDeps } from '../deps.ts';
import { sessions } from '../tables.ts';
import { type FactorRow, factors, sessionProofs } from './tables.ts';

export const shownColumns = {
  id: factors.id,
  type: factors.type,
  status: factors.status,
  name: factors.name,
  createdAt: factors.createdAt,
  updatedAt: factors.updatedAt,
  lastChallengedAt: factors.lastChallengedAt,
};

export type ShownFactor = Pick<FactorRow, keyof typeof shownColumns>;

// An abandoned enrolment counts as none.
export const isInUse = ({ status, createdAt }: Pick<FactorRow, 'status' | 'createdAt'>, now: Date) =>
  status === 'verified' || createdAt > secondsBefore(now, factorLimits.unverifiedMinutes * 60);

export const listFactors = (tx: Db, userId: string): Promise<ShownFactor[]> =>
  tx.select(shownColumns).from(factors).where(eq(factors.userId, userId)).orderBy(asc(factors.createdAt));

export const toSessionFactor = (factor: ShownFactor): SessionUser['factors'][number] => ({
  id: factor.id,
  factor_type: factor.type,
  status: factor.status,
  friendly_name: factor.name,
  created_at: factor.createdAt.toISOString(),
  updated_at: factor.updatedAt.toISOString(),
  ...(factor.lastChallengedAt ? { last_challenged_at: factor.lastChallengedAt.toISOString() } : {}),
});

type Removed = { factorId: string } | { passkeyId: string };

// The proofs are deleted with the factor or passkey. This notes since when its sessions lack them.
export const lowerSessions = async (tx: Db, removed: Removed, now: Date) => {
  const shown =
    'factorId' in removed
      ? eq(sessionProofs.factorId, removed.factorId)
      : eq(sessionProofs.passkeyId, removed.passkeyId);
  const lowered = tx.select({ id: sessionProofs.sessionId }).from(sessionProofs).where(shown);
  await tx.update(sessions).set({ loweredAt: now }).where(inArray(sessions.id, lowered));
};

export const sweepFactors = async ({ db, now }: Pick<IdentityDeps, 'db' | 'now'>) => {
  const oldest = secondsBefore(now(), factorLimits.unverifiedMinutes * 60);
  await db.delete(factors).where(and(eq(factors.status, 'unverified'), lt(factors.createdAt, oldest)));
};
