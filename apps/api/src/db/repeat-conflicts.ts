// Of two transactions that wait for each other PostgreSQL ends one. It changed nothing, so it is repeated: a rule's
// transaction touches nothing but the database, and may run more than once.
import type { Db } from './connections/open.ts';

const mostTries = 3;
// These are serialization_failure and deadlock_detected.
const conflictCodes = new Set(['40001', '40P01']);

export const isConflict = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  return conflictCodes.has((error as { code?: string }).code ?? '') || isConflict(error.cause);
};

// Every transaction of the database is repeated without being told, so nobody can forget it.
export const repeatConflicts = (db: Db, onRepeat: (error: unknown) => void) => {
  const runOnce = db.transaction.bind(db);
  const transaction: Db['transaction'] = async (work, settings) => {
    for (let tried = 1; ; tried += 1) {
      try {
        return await runOnce(work, settings);
      } catch (error) {
        if (tried === mostTries || !isConflict(error)) throw error;
        onRepeat(error);
      }
    }
  };
  Object.assign(db, { transaction });
};
