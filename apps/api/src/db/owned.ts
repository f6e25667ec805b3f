// Facts about a table beyond its columns, declared beside it. Loops over all tables (deps.tables) read them: export,
// erasure, ending what is open, rotation of secrets, clean-up, and the table in docs/scaling.md.
import { eq, lt, type SQL } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Retention } from '../runtime/settings/retention.ts';
import { secondsBefore } from '../runtime/times.ts';
import type { Db } from './connections/open.ts';

export type Ending =
  // A password, an address or a way in has changed. The caller decides about sessions and tokens.
  | 'new-proof'
  // An operator suspends the account. Sessions and tokens stay until it is restored: their holders are told why they are refused.
  | 'suspension'
  // An operator signs everybody out, also when a suspension is over.
  | 'sign-out'
  | 'departure'
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

// What bounds a table, in words, and the job that deletes what is over. The job finds it by an index that begins with `foundBy`.
export type TableRetention = {
  bound: string;
  job?: 'sweep-expired' | 'forget-old' | 'roll-up-usage' | 'sweep-unverified';
  foundBy?: string;
  // Without it the job has a function of its own for this table.
  isOver?: (now: Date, retention: Retention) => SQL | undefined;
};

export type TableFacts<Column extends string = string> = {
  retention: TableRetention;
  // What of it leaves by "Download my data", under which name. A table has its own part, or is written within the rows of another.
  exported?: { as: string; columns: Column[] } | { within: 'all' | Column[] };
  // Why a column does not leave, or all of those that are not named above.
  withheld?: string | Partial<Record<Column, string>>;
  // What an account can have open, or why it never can.
  open?: OpenRows[] | string;
  // Mails went, or wait to go, to the addresses in this column.
  addresses?: AnyPgColumn;
  // The column that names the encryption key of a value. The value is bound to the id of its row, and encrypted anew in place; a
  // feature that needs more than that does it itself.
  sealed?: { keyId: AnyPgColumn; rewrittenBy?: 'its feature' };
  // The column that names the pepper of a hash, and what becomes of rows whose pepper is lost.
  hashed?: { pepperId: AnyPgColumn; whenLost?: (tx: Db, isLost: SQL) => Promise<unknown> };
};

type ColumnOf<Table extends PgTable> = keyof Table['_']['columns'] & string;

const allFacts = new WeakMap<PgTable, TableFacts>();

export const owned = <Table extends PgTable>(
  table: Table,
  facts: (table: Table) => TableFacts<ColumnOf<Table>>,
): Table => {
  allFacts.set(table, facts(table) as TableFacts);
  return table;
};

export const factsOf = (table: PgTable): TableFacts => {
  const facts = allFacts.get(table);
  if (!facts) throw new Error('a table is declared without owned()');
  return facts;
};

export const ofOwner = (column: AnyPgColumn) => (ownerId: string) => eq(column, ownerId);

// For a row that ends at a time of its own, and the seconds for which it stays afterwards.
export const untilOver = (what: string, expiresAt: AnyPgColumn, keptSeconds = 0): TableRetention => ({
  bound: `until ${what}`,
  job: 'sweep-expired',
  foundBy: 'expires_at',
  isOver: (now) => lt(expiresAt, secondsBefore(now, keptSeconds)),
});

// Why something does not leave, or is never open.
export const reasons = {
  secret: 'a secret, or what could be searched for one',
  underWay: 'a question or an attempt that is over within minutes',
  bookkeeping: 'how the portal does its work',
  history: 'what was done',
  goesWithParent: 'it goes with the row that it belongs to',
  ownWayIn: 'a way in of the owner. What was added in the last days is taken back by its notice',
} as const;
