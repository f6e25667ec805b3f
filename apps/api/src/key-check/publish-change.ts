// A change of a key that holds at once: in this process when the call returns, in the others when they hear of it.
import type { Db } from '../db/open.ts';
import { Failure } from '../http/failure.ts';
import type { Deps } from '../runtime/deps.ts';
import { announceKeyChange } from './key-changes.ts';

export const publishKeyChange = async <T>(
  deps: Deps,
  keyId: string,
  change: (tx: Db) => Promise<T>,
): Promise<T> => {
  try {
    const result = await deps.db.transaction(async (tx) => {
      const changed = await change(tx);
      await announceKeyChange(tx, keyId);
      return changed;
    });
    deps.keyCheck.forget(keyId);
    return result;
  } catch (error) {
    // A refusal changed nothing. Of a connection lost while committing nobody knows.
    if (!(error instanceof Failure)) deps.keyCheck.forget(keyId);
    throw error;
  }
};
