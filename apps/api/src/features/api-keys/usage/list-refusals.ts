// Why requests with a key were refused, the newest first.

import { type KeyRefusal, refusalsPerKey } from '@ballast/contract/keys/key-refusals';
import { desc, eq } from 'drizzle-orm';
import type { Deps } from '../../../http/deps.ts';
import { keyRefusals } from '../../../key-check/usage/tables.ts';
import { findKey } from '../owned-key.ts';

export const listRefusals = async (deps: Deps, ownerId: string, id: string): Promise<KeyRefusal[]> => {
  const key = await findKey(deps.db, ownerId, id);
  const { at, reason, address, userAgent, method, path } = keyRefusals;
  const rows = await deps.db
    .select({ at, reason, address, userAgent, method, path })
    .from(keyRefusals)
    .where(eq(keyRefusals.keyId, key.id))
    .orderBy(desc(at), desc(keyRefusals.id))
    .limit(refusalsPerKey);
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
};
