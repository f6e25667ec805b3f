// Of two transactions that wait for each other PostgreSQL ends one. It changed nothing, so it is repeated: a rule's
// transaction touches nothing but the database, and may run more than once.
import type { Db } from './connections/open.ts';
import { isConflict } from './error-codes.ts';

const mostTries = 3;

// Every transaction of the database is repeated, so that no rule can forget it.
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
