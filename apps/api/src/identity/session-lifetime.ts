// How long a session lives.
import { authLimits } from '@ballast/contract/auth';
import { factorLimits } from '@ballast/contract/second-factors';
import { and, eq, gt, ne, not, or, sql } from 'drizzle-orm';
import { secondsBefore } from '../runtime/times.ts';
import { isStrongSession } from './proofs.ts';
import { sessions } from './tables.ts';

const daySeconds = 24 * 3600;
export const idleDays = 30;
const longestDays = 90;

// Whoever has a second factor shows it soon after they signed in, or after the one that they had shown was removed.
export const waitedForFactor = (now: Date) => {
  const since = secondsBefore(now, factorLimits.signInMinutes * 60).toISOString();
  return sql<boolean>`(coalesce(sessions.lowered_at, sessions.created_at) <= ${since}::timestamptz
    and not ${isStrongSession}
    and exists (select from factors where factors.user_id = sessions.user_id and factors.status = 'verified'))`;
};

// A browser's session lives while it is used, but not for ever: a copy of it must end some day. The session of a reset link
// lives for an hour.
export const isBrowserAlive = (now: Date) =>
  and(
    eq(sessions.kind, 'browser'),
    gt(sessions.refreshedAt, secondsBefore(now, idleDays * daySeconds)),
    gt(sessions.createdAt, secondsBefore(now, longestDays * daySeconds)),
    not(waitedForFactor(now)),
  );
const isRecoveryAlive = (now: Date) =>
  and(
    ne(sessions.kind, 'browser'),
    gt(sessions.createdAt, secondsBefore(now, authLimits.resetLinkHours * 3600)),
  );
export const isAlive = (now: Date) => or(isBrowserAlive(now), isRecoveryAlive(now));
