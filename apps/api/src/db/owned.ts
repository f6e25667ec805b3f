// What the portal must know about a table beyond its columns. A table says it where it is declared, and loops over all tables follow
// from it (deps.tables): ending what an account has open, and the rotation of secrets.
import { eq, type SQL } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Db } from './open.ts';

export type Ending =
  // A password, an address or a way in has changed. The caller decides about sessions and tokens.
  | 'new-proof'
  // An operator suspends the account. Sessions and tokens stay until it is restored: their holders are told why they are refused.
  | 'suspension'
  // An operator signs everybody out, also when a suspension is over.
  | 'sign-out'
  // The owner deletes the account.
  | 'departure'
  // The owner presses "This wasn't me".
  | 'take-over'
  // A backup was restored, and with it what had ended since. This is for all accounts at once.
  | 'backup';

export const everyClosing: Ending[] = ['suspension', 'sign-out', 'departure', 'take-over', 'backup'];
export const everySignOut: Ending[] = ['sign-out', 'departure', 'take-over', 'backup'];

// Rows that an account can have open: something that was begun and not finished, or access that was granted.
export type OpenRows = {
  isOf: (ownerId: string) => SQL;
  // Without it every row is open.
  isOpen?: SQL | undefined;
  // Without it the row is deleted.
  end?: (tx: Db, which: SQL | undefined) => Promise<unknown>;
  endedBy: Ending[];
};

export type TableFacts = {
  open?: OpenRows[];
  // The column that names the encryption key of a value. The value is bound to the id of its row, and encrypted anew in place; a
  // feature that needs more than that does it itself.
  sealed?: { keyId: AnyPgColumn; rewrittenBy?: 'its feature' };
  // The column that names the pepper of a hash, and what becomes of rows whose pepper is lost.
  hashed?: { pepperId: AnyPgColumn; whenLost?: (tx: Db, isLost: SQL) => Promise<unknown> };
};

const allFacts = new WeakMap<PgTable, TableFacts>();

export const owned = <Table extends PgTable>(table: Table, facts: (table: Table) => TableFacts): Table => {
  allFacts.set(table, facts(table));
  return table;
};

export const factsOf = (table: PgTable): TableFacts => allFacts.get(table) ?? {};

export const ofOwner = (column: AnyPgColumn) => (ownerId: string) => eq(column, ownerId);
