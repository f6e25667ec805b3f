// Finds whose a reported value is, or was: the key's own, the one before it that may still pass, or one that stopped long ago.
import { eq, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db } from '../../../db/connections/open.ts';
import type { Deps } from '../../../http/deps.ts';
import { keyHashes } from '../../../key-check/key-secret.ts';
import { type ApiKeyRow, apiKeys, replacedKeys } from '../../../key-check/tables.ts';

type ReplacedRow = typeof replacedKeys.$inferSelect;
export type FoundValue = { key: ApiKeyRow; replaced: ReplacedRow | null };

const isAmong = (column: SQLWrapper, hashes: string[]) => sql`${column} = any(${sql.param(hashes)}::text[])`;

export const findValue = async (deps: Deps, tx: Db, value: string): Promise<FoundValue | null> => {
  const hashes = keyHashes(deps.tokenPepper, value);
  const [key] = await tx.select().from(apiKeys).where(isAmong(apiKeys.secretHash, hashes));
  if (key) return { key, replaced: null };
  const [found] = await tx
    .select({ key: apiKeys, replaced: replacedKeys })
    .from(replacedKeys)
    .innerJoin(apiKeys, eq(apiKeys.id, replacedKeys.keyId))
    .where(isAmong(replacedKeys.secretHash, hashes));
  return found ?? null;
};

// Whether anything is left to do about it: it still opens something, and nobody has reported it before.
export const isOpen = ({ key, replaced }: FoundValue, now: Date) => {
  if (key.revokedAt) return false;
  if (!replaced) return !key.leakedAt;
  return replaced.endsAt !== null && replaced.endsAt > now && !replaced.leakedAt;
};
