import { eq, inArray } from 'drizzle-orm';
import type { Db } from '../../db/connections/open.ts';
import { sessions } from '../tables.ts';
import { sessionProofs } from './tables.ts';

type Removed = { factorId: string } | { passkeyId: string };

// The proofs go with the factor or the passkey itself. This notes since when the sessions that had shown it are without them.
export const lowerSessions = async (tx: Db, removed: Removed, now: Date) => {
  const shown =
    'factorId' in removed
      ? eq(sessionProofs.factorId, removed.factorId)
      : eq(sessionProofs.passkeyId, removed.passkeyId);
  const lowered = tx.select({ id: sessionProofs.sessionId }).from(sessionProofs).where(shown);
  await tx.update(sessions).set({ loweredAt: now }).where(inArray(sessions.id, lowered));
};
