import { factorLimits } from '@ballast/contract/second-factors';
import { and, eq, lt } from 'drizzle-orm';
import { secondsBefore } from '../../runtime/times.ts';
import type { IdentityDeps } from '../deps.ts';
import { factorChallenges, factors, passkeyChallenges } from './tables.ts';

// Enrolments that were left, and challenges that nobody answered.
export const sweepFactors = async ({ db, now }: Pick<IdentityDeps, 'db' | 'now'>) => {
  const oldest = secondsBefore(now(), factorLimits.unverifiedMinutes * 60);
  await db.delete(factors).where(and(eq(factors.status, 'unverified'), lt(factors.createdAt, oldest)));
  await db.delete(factorChallenges).where(lt(factorChallenges.expiresAt, now()));
  await db.delete(passkeyChallenges).where(lt(passkeyChallenges.expiresAt, now()));
};
