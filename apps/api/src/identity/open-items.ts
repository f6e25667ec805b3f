// What an account can have open: things begun and not finished, and access that was granted. Each table declares its own
// (db/owned.ts).
import { and, eq, ne, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Db } from '../db/connections/open.ts';
import { type Ending, factsOf, type OpenRows } from '../db/owned.ts';
import type { IdentityDeps } from './deps.ts';
import { lockAccount } from './hold-account.ts';
import { sessions, users } from './tables.ts';

type Clock = Pick<IdentityDeps, 'now'>;

// Makes every device cookie of the account void. The number also rises above that of a restored backup.
export const raisedDeviceNumber = ({ now }: Clock) =>
  sql`greatest(${users.deviceNumber} + 1, ${Math.floor(now().getTime() / 1000)}::bigint)`;

type Tables = Pick<IdentityDeps, 'tables'>;
type Item = OpenRows & { table: PgTable };

export const openItems = ({ tables }: Tables): Item[] =>
  tables.flatMap((table) => {
    const { open } = factsOf(table);
    return Array.isArray(open) ? open.map((rows) => ({ table, ...rows })) : [];
  });

const itemsEndedBy = (deps: Tables, ending: Ending) =>
  openItems(deps).filter(({ endedBy }) => endedBy.includes(ending));

const endItem = (tx: Db, { table, end }: Item, which: SQL | undefined) =>
  end ? end(tx, which) : tx.delete(table).where(which);

const endItems = async (deps: Tables, tx: Db, ownerId: string, ending: Ending, keptSessionId?: string) => {
  await lockAccount(tx, ownerId);
  for (const item of itemsEndedBy(deps, ending)) {
    const isOther = item.table === sessions && keptSessionId ? ne(sessions.id, keptSessionId) : undefined;
    await endItem(tx, item, and(item.isOf(ownerId), item.isOpen, isOther));
  }
};

type Closing = Exclude<Ending, 'new-proof' | 'backup'>;

export const closeAccount = async (deps: Clock & Tables, tx: Db, ownerId: string, closing: Closing) => {
  await endItems(deps, tx, ownerId, closing);
  await tx
    .update(users)
    .set({ deviceNumber: raisedDeviceNumber(deps) })
    .where(eq(users.id, ownerId));
};

export const endAllAfterBackup = async (deps: Clock & Tables, tx: Db) => {
  for (const item of itemsEndedBy(deps, 'backup')) await endItem(tx, item, item.isOpen);
  await tx.update(users).set({ deviceNumber: raisedDeviceNumber(deps) });
};

// When a password, an address or a way in changes, everything pending ends, such as mailed links and provider links. An intruder
// may have begun it. The reset link in use stays. A sign-in by password waits for the account's row, so none
// begins in between.
export const endPendingProofs = (
  deps: Pick<IdentityDeps, 'tables'>,
  tx: Db,
  ownerId: string,
  usedSessionId?: string,
) => endItems(deps, tx, ownerId, 'new-proof', usedSessionId);
