import type { Passkey } from '@ballast/contract/auth/passkeys';
import { and, desc, eq } from 'drizzle-orm';
import type { Deps } from '../../../http/deps.ts';
import { passkeys } from '../../../identity/factors/tables.ts';
import { Failure } from '../../../runtime/failure.ts';

export type PasskeyRow = typeof passkeys.$inferSelect;

export const toPasskey = ({ id, name, createdAt, lastUsedAt }: PasskeyRow): Passkey => ({
  id,
  friendly_name: name,
  created_at: createdAt.toISOString(),
  ...(lastUsedAt ? { last_used_at: lastUsedAt.toISOString() } : {}),
});

export const ownedPasskey = (ownerId: string, id: string) =>
  and(eq(passkeys.id, id), eq(passkeys.userId, ownerId));

export const listPasskeys = async (deps: Deps, ownerId: string) => {
  const rows = await deps.db
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, ownerId))
    .orderBy(desc(passkeys.createdAt), desc(passkeys.id));
  return rows.map(toPasskey);
};

export const renamePasskey = async (deps: Deps, ownerId: string, id: string, name: string) => {
  const [renamed] = await deps.db.update(passkeys).set({ name }).where(ownedPasskey(ownerId, id)).returning();
  if (!renamed) throw new Failure('not_found');
  return toPasskey(renamed);
};
