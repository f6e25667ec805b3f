// A change of a key takes effect in this process when the call returns, and in the others with its announcement (key-changes.ts).
import { eq } from 'drizzle-orm';
import type { Db } from '../../db/connections/open.ts';
import { Failure } from '../../runtime/failure.ts';
import type { KeyCheckDeps } from '../deps.ts';
import { apiKeys } from '../tables.ts';

// All keys of an account depend on its owner's state.
export const publishOwnerChange = async <T>(
  deps: Pick<KeyCheckDeps, 'db' | 'keyCheck'>,
  ownerId: string,
  change: (tx: Db) => Promise<T>,
): Promise<T> => {
  let keys: { id: string }[] = [];
  try {
    return await deps.db.transaction(async (tx) => {
      const changed = await change(tx);
      keys = await tx.select({ id: apiKeys.id }).from(apiKeys).where(eq(apiKeys.userId, ownerId));
      return changed;
    });
  } finally {
    for (const { id } of keys) deps.keyCheck.forget(id);
  }
};

export const publishKeyChanges = async <T>(
  deps: Pick<KeyCheckDeps, 'db' | 'keyCheck'>,
  named: string[],
  change: (tx: Db) => Promise<T>,
): Promise<T> => {
  // A caller may write an id in capitals; the database would still find its key, and the cache would not.
  const keyIds = named.map((id) => id.toLowerCase());
  const forget = () => {
    for (const keyId of keyIds) deps.keyCheck.forget(keyId);
  };
  try {
    const result = await deps.db.transaction(change);
    forget();
    return result;
  } catch (error) {
    // A refusal changed nothing. After a connection lost while committing, the outcome is unknown.
    if (!(error instanceof Failure)) forget();
    throw error;
  }
};

export const publishKeyChange = <T>(
  deps: Pick<KeyCheckDeps, 'db' | 'keyCheck'>,
  keyId: string,
  change: (tx: Db) => Promise<T>,
) => publishKeyChanges(deps, [keyId], change);
