// Replaces the key that encrypts API keys, while the portal runs: rows are sealed again one small batch after the other,
// and both keys are known until the last one is done.

import { and, eq, ne } from 'drizzle-orm';
import { apiKeys } from '../../key-check/tables.ts';
import type { Deps } from '../../runtime/deps.ts';
import { type EncryptionKeys, makeEncryptionKey } from '../../secrets/key-encryption.ts';
import { encryptionKeysOf, loadSecrets, storeEncryptionKeys } from '../../secrets/secrets.ts';

const batchSize = 200;

const sealAgain = async (deps: Deps): Promise<number> => {
  const stale = ne(apiKeys.encryptionKeyId, deps.keyEncryption.currentId());
  const rows = await deps.db.select().from(apiKeys).where(stale).limit(batchSize);
  for (const row of rows) {
    const secret = deps.keyEncryption.open(row, row.id);
    // A rotation of the key itself in between has sealed its new value already: it must not be undone.
    await deps.db
      .update(apiKeys)
      .set(deps.keyEncryption.seal(secret, row.id))
      .where(and(eq(apiKeys.id, row.id), eq(apiKeys.secretCipher, row.secretCipher)));
  }
  return rows.length;
};

// Keys from the environment are the operator's to add and to remove; keys of the data folder are made and dropped here.
export const rotateEncryptionKey = async (deps: Deps) => {
  const fromEnvironment = deps.config.encryptionKeys !== undefined;
  const known: EncryptionKeys = encryptionKeysOf(deps.config, loadSecrets(deps.config))();
  if (!fromEnvironment) storeEncryptionKeys(deps.config, [makeEncryptionKey(), ...known]);

  let sealed = 0;
  for (let batch = await sealAgain(deps); batch > 0; batch = await sealAgain(deps)) sealed += batch;

  const currentId = deps.keyEncryption.currentId();
  if (!fromEnvironment) {
    const current = encryptionKeysOf(deps.config, loadSecrets(deps.config))().filter(
      ({ id }) => id === currentId,
    );
    storeEncryptionKeys(deps.config, current);
  }
  return { sealed, currentId };
};
