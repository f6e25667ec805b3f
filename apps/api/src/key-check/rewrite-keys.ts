// Stored API keys are encrypted or hashed anew while the portal runs, in small transactions. A run that was interrupted
// begins again and skips the rows that are done.
import { and, asc, eq, gt, ne, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../db/connections/open.ts';
import type { KeyCheckDeps } from './deps.ts';
import { hashKeySecret } from './key-secret.ts';
import { publishKeyChange } from './lookup/publish-change.ts';
import { type ApiKeyRow, apiKeys } from './tables.ts';

const batchSize = 200;

type RewriteDeps = Pick<KeyCheckDeps, 'db' | 'keyCheck' | 'keyEncryption' | 'tokenPepper'>;
type Rewriting = {
  isStale: (deps: RewriteDeps) => SQL;
  values: (deps: RewriteDeps, row: ApiKeyRow, secret: string) => Partial<ApiKeyRow>;
  // Processes remember the hash of a key that they checked, but not its cipher.
  write: <T>(deps: RewriteDeps, keyId: string, change: (tx: Db) => Promise<T>) => Promise<T>;
};

const sealAgain: Rewriting = {
  isStale: (deps) => ne(apiKeys.encryptionKeyId, deps.keyEncryption.currentId()),
  values: (deps, row, secret) => deps.keyEncryption.seal(secret, row.id),
  write: (deps, _, change) => change(deps.db),
};
const hashAgain: Rewriting = {
  isStale: (deps) => sql`${apiKeys.pepperId} is distinct from ${deps.tokenPepper.currentId()}`,
  values: (deps, _, secret) => hashKeySecret(deps.tokenPepper, secret),
  write: publishKeyChange,
};
const rewritings = { encryption: sealAgain, pepper: hashAgain };
type Rewritten = keyof typeof rewritings;

const readValue = (deps: RewriteDeps, row: ApiKeyRow) => {
  try {
    return deps.keyEncryption.open(row, row.id);
  } catch {
    return null;
  }
};

// A rotation of the key itself in between has written its new value already, which must not be undone.
const isUnchanged = (row: ApiKeyRow) =>
  and(
    eq(apiKeys.id, row.id),
    eq(apiKeys.secretCipher, row.secretCipher),
    eq(apiKeys.secretHash, row.secretHash),
  );

export const rewriteKeys = async (deps: RewriteDeps, what: Rewritten) => {
  const { isStale, values, write } = rewritings[what];
  const counts = { changed: 0, unreadable: 0 };
  let after: string | null = null;
  for (;;) {
    const isNext: SQL | undefined = after === null ? undefined : gt(apiKeys.id, after);
    const rows: ApiKeyRow[] = await deps.db
      .select()
      .from(apiKeys)
      .where(and(isStale(deps), isNext))
      .orderBy(asc(apiKeys.id))
      .limit(batchSize);
    for (const row of rows) {
      const secret = readValue(deps, row);
      counts[secret === null ? 'unreadable' : 'changed'] += 1;
      if (secret === null) continue;
      await write(deps, row.id, async (tx) => {
        await tx
          .update(apiKeys)
          .set(values(deps, row, secret))
          .where(isUnchanged(row));
      });
    }
    const last = rows.at(-1);
    if (!last) return counts;
    after = last.id;
  }
};
