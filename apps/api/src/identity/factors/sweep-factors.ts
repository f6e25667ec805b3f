import { factorLimits } from '@ballast/contract/auth/second-factors';
import { and, eq, lt } from 'drizzle-orm';
import { secondsBefore } from '../../runtime/times.ts';
import type { IdentityDeps } from '../deps.ts';
import { factors } from './tables.ts';

// Enrolments that were left.
export const sweepFactors = async ({ db, now }: Pick<IdentityDeps, 'db' | 'now'>) => {
  const oldest = secondsBefore(now(), factorLimits.unverifiedMinutes * 60);
  await db.delete(factors).where(and(eq(factors.status, 'unverified'), lt(factors.createdAt, oldest)));
};
