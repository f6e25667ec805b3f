// What is stored encrypted and bound to its row is encrypted anew while the portal runs, such as the secrets of authenticator
// apps. Rows that are done are skipped by the next run.
import { and, asc, eq, getTableName, gt, ne } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import { factsOf } from '../db/owned.ts';
import type { SecretsDeps } from './deps.ts';

const batchSize = 200;

type SealedTable = PgTable & Record<'id' | 'secretCipher' | 'encryptionKeyId', AnyPgColumn>;
type Stored = { id: string; secretCipher: string; encryptionKeyId: string };

const readBatch = async (
  deps: Pick<SecretsDeps, 'db' | 'keyEncryption'>,
  table: SealedTable,
  after: string | null,
): Promise<Stored[]> => {
  const isStale = ne(table.encryptionKeyId, deps.keyEncryption.currentId());
  const rows = await deps.db
    .select({ id: table.id, secretCipher: table.secretCipher, encryptionKeyId: table.encryptionKeyId })
    .from(table)
    .where(and(isStale, after === null ? undefined : gt(table.id, after)))
    .orderBy(asc(table.id))
    .limit(batchSize);
  return (rows as (Partial<Stored> & Pick<Stored, 'id'>)[]).flatMap(
    ({ id, secretCipher, encryptionKeyId }) =>
      secretCipher && encryptionKeyId ? [{ id, secretCipher, encryptionKeyId }] : [],
  );
};

// A secret whose key is gone stays as it is: the owner of a factor shows a recovery code and sets up the app anew.
const sealAgain = (deps: Pick<SecretsDeps, 'keyEncryption'>, row: Stored) => {
  try {
    return deps.keyEncryption.seal(deps.keyEncryption.open(row, row.id), row.id);
  } catch {
    return null;
  }
};

const rewriteSealed = async (deps: Pick<SecretsDeps, 'db' | 'keyEncryption'>, table: SealedTable) => {
  let changed = 0;
  let after: string | null = null;
  for (;;) {
    const rows: Stored[] = await readBatch(deps, table, after);
    for (const row of rows) {
      const sealed = sealAgain(deps, row);
      if (!sealed) continue;
      await deps.db.update(table).set(sealed).where(eq(table.id, row.id));
      changed += 1;
    }
    const last = rows.at(-1);
    if (!last) return changed;
    after = last.id;
  }
};

type Rewriting = Pick<SecretsDeps, 'db' | 'keyEncryption' | 'tables'>;

export const rewriteAllSealed = async (deps: Rewriting) => {
  const counts: Record<string, number> = {};
  for (const table of deps.tables) {
    const { sealed } = factsOf(table);
    if (sealed && !sealed.rewrittenBy)
      counts[getTableName(table)] = await rewriteSealed(deps, table as SealedTable);
  }
  return counts;
};
