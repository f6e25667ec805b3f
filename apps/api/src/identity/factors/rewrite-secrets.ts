// The secrets of authenticator apps are encrypted anew while the portal runs. What is done needs not be done again.
import { and, asc, eq, gt, ne } from 'drizzle-orm';
import type { Deps } from '../../runtime/deps.ts';
import { factors } from './tables.ts';

const batchSize = 200;

type Stored = { id: string; secretCipher: string; encryptionKeyId: string };

const readBatch = async (deps: Deps, after: string | null): Promise<Stored[]> => {
  const isStale = ne(factors.encryptionKeyId, deps.keyEncryption.currentId());
  const rows = await deps.db
    .select({
      id: factors.id,
      secretCipher: factors.secretCipher,
      encryptionKeyId: factors.encryptionKeyId,
    })
    .from(factors)
    .where(and(isStale, after === null ? undefined : gt(factors.id, after)))
    .orderBy(asc(factors.id))
    .limit(batchSize);
  return rows.flatMap(({ id, secretCipher, encryptionKeyId }) =>
    secretCipher && encryptionKeyId ? [{ id, secretCipher, encryptionKeyId }] : [],
  );
};

// A secret whose key is gone stays as it is: its owner shows a recovery code and sets up the app anew.
const sealAgain = (deps: Deps, row: Stored) => {
  try {
    return deps.keyEncryption.seal(deps.keyEncryption.open(row, row.id), row.id);
  } catch {
    return null;
  }
};

export const rewriteFactorSecrets = async (deps: Deps) => {
  let changed = 0;
  let after: string | null = null;
  for (;;) {
    const rows: Stored[] = await readBatch(deps, after);
    for (const row of rows) {
      const sealed = sealAgain(deps, row);
      if (!sealed) continue;
      await deps.db.update(factors).set(sealed).where(eq(factors.id, row.id));
      changed += 1;
    }
    const last = rows.at(-1);
    if (!last) return changed;
    after = last.id;
  }
};
