import { authLimits } from '@ballast/contract/auth/auth';
import { factorLimits } from '@ballast/contract/auth/second-factors';
import { and, eq, gt, lte, ne, not, or, sql } from 'drizzle-orm';
import { deleteInSteps } from '../../db/delete-in-steps.ts';
import { keptSeconds } from '../../runtime/settings/retention.ts';
import { secondsBefore } from '../../runtime/times.ts';
import type { IdentityDeps } from '../deps.ts';
import { isStrongSession } from '../proofs/proofs.ts';
import { sessions } from '../tables.ts';

// The second factor is shown soon after the sign-in, or after the former one was removed.
export const waitedForFactor = (now: Date) => {
  const since = secondsBefore(now, factorLimits.signInMinutes * 60).toISOString();
  return sql<boolean>`(coalesce(sessions.lowered_at, sessions.created_at) <= ${since}::timestamptz
    and not ${isStrongSession}
    and exists (select from factors where factors.user_id = sessions.user_id and factors.status = 'verified'))`;
};

type Parts = Pick<IdentityDeps, 'now' | 'config'>;

const ends = ({ now, config }: Parts) => ({
  idle: secondsBefore(now(), keptSeconds(config.retention, 'idleSessions')),
  longest: secondsBefore(now(), keptSeconds(config.retention, 'sessions')),
  recovery: secondsBefore(now(), authLimits.resetLinkHours * 3600),
});

// A browser's session lives while it is used, up to a limit: a copy must end some day. That of a reset link lives for an hour.
export const isBrowserAlive = (parts: Parts) => {
  const { idle, longest } = ends(parts);
  return and(
    eq(sessions.kind, 'browser'),
    gt(sessions.refreshedAt, idle),
    gt(sessions.createdAt, longest),
    not(waitedForFactor(parts.now())),
  );
};
export const isAlive = (parts: Parts) =>
  or(isBrowserAlive(parts), and(ne(sessions.kind, 'browser'), gt(sessions.createdAt, ends(parts).recovery)));

// Sessions that never showed their factor must not come back when the factor is removed.
export const deleteDeadSessions = async (deps: Pick<IdentityDeps, 'config' | 'db' | 'now'>) => {
  const { idle, longest, recovery } = ends(deps);
  await deleteInSteps(deps.db, sessions, lte(sessions.refreshedAt, idle));
  await deleteInSteps(deps.db, sessions, lte(sessions.createdAt, longest));
  await deleteInSteps(
    deps.db,
    sessions,
    and(ne(sessions.kind, 'browser'), lte(sessions.createdAt, recovery)),
  );
  await deleteInSteps(deps.db, sessions, and(eq(sessions.kind, 'browser'), waitedForFactor(deps.now())));
};
