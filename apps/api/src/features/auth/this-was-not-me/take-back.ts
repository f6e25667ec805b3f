// Takes back what was added to an account: a way in or a second factor that the owner does not know.

import { and, eq, inArray, ne, notExists } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '../../../db/connections/open.ts';
import { factors, passkeys } from '../../../identity/factors/tables.ts';
import type { Undo } from '../../../identity/mailed/tables.ts';
import { identities, users } from '../../../identity/tables.ts';

type Kind = Exclude<Undo['kind'], 'address'>;

const idsOf = (changes: Undo[], kind: Kind) =>
  changes.flatMap((change) => (change.kind === kind ? [change.id] : []));

const disconnect = async (tx: Db, ownerId: string, ids: string[]) => {
  const removed = await tx
    .delete(identities)
    .where(and(eq(identities.userId, ownerId), inArray(identities.id, ids)))
    .returning({ provider: identities.provider });
  if (removed.some(({ provider }) => provider === 'github'))
    await tx.update(users).set({ githubProfile: null }).where(eq(users.id, ownerId));
  return removed.length > 0;
};

// Recovery codes stand in for another factor, and without one they would lock the owner out.
const removeLonelyCodes = async (tx: Db, ownerId: string) => {
  const other = alias(factors, 'other');
  const others = tx
    .select()
    .from(other)
    .where(and(eq(other.userId, ownerId), eq(other.status, 'verified'), ne(other.type, 'recovery_code')));
  await tx
    .delete(factors)
    .where(and(eq(factors.userId, ownerId), eq(factors.type, 'recovery_code'), notExists(others)));
};

const removeFactors = async (tx: Db, ownerId: string, ids: string[]) => {
  const removed = await tx
    .delete(factors)
    .where(and(eq(factors.userId, ownerId), inArray(factors.id, ids)))
    .returning({ id: factors.id });
  await removeLonelyCodes(tx, ownerId);
  return removed.length > 0;
};

const removePasskeys = async (tx: Db, ownerId: string, ids: string[]) => {
  const removed = await tx
    .delete(passkeys)
    .where(and(eq(passkeys.userId, ownerId), inArray(passkeys.id, ids)))
    .returning({ id: passkeys.id });
  return removed.length > 0;
};

// Each says whether there was still something to take back.
const removals = { provider: disconnect, factor: removeFactors, passkey: removePasskeys };

export const takeBack = async (tx: Db, ownerId: string, changes: Undo[]): Promise<Kind[]> => {
  const taken: Kind[] = [];
  for (const kind of ['provider', 'factor', 'passkey'] as const) {
    const ids = idsOf(changes, kind);
    if (ids.length && (await removals[kind](tx, ownerId, ids))) taken.push(kind);
  }
  return taken;
};
