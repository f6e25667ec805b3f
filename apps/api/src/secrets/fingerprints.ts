// What the database knows of the secrets: their ids, their fingerprints, and when each was last the one in use.
import { type SecretKind, secretKinds } from '@ballast/contract/operator/operator';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '../db/connections/open.ts';
import { fingerprintOf, type KeyedSecret } from '../runtime/secret-values/keyed-secret.ts';
import { secretFingerprints } from './tables.ts';

export type KnownSecret = typeof secretFingerprints.$inferSelect;

export const readFingerprints = (tx: Db): Promise<KnownSecret[]> => tx.select().from(secretFingerprints);

type Lists = { list: (kind: SecretKind) => KeyedSecret[] };

// The first of each list is in use now; a value that was used before keeps the time at which it was. Of a database that
// knows none yet, every value may have been in use.
export const recordSecrets = async (tx: Db, secrets: Lists, now: Date, isFirstTime = false) => {
  const rows = secretKinds.flatMap((kind) =>
    secrets.list(kind).map(({ id, value }, position) => ({
      kind,
      id,
      fingerprint: fingerprintOf(value),
      inUseAt: isFirstTime || position === 0 ? now : null,
    })),
  );
  await tx
    .insert(secretFingerprints)
    .values(rows)
    .onConflictDoUpdate({
      target: [secretFingerprints.kind, secretFingerprints.id],
      set: { inUseAt: sql`coalesce(excluded.in_use_at, ${secretFingerprints.inUseAt})` },
    });
};

export const forgetSecrets = async (tx: Db, kind: SecretKind, ids: string[]) => {
  if (!ids.length) return;
  await tx
    .delete(secretFingerprints)
    .where(and(eq(secretFingerprints.kind, kind), inArray(secretFingerprints.id, ids)));
};
