// Which tables a backup holds, in an order in which they can be filled: what others refer to comes first.
import { sql } from 'drizzle-orm';
import type { Db } from '../connections/open.ts';

export type StoredTable = {
  // With its schema, and quoted for a statement.
  name: string;
  columns: string[];
  // The column that numbers its rows by itself, if there is one.
  numbered: string | null;
  // The condition of the rows that a backup holds.
  rowCondition: string;
};

// A backup holds the unfinished jobs; the queue makes the rest of its tables itself.
const unfinishedJobs = `state < 'completed'`;
const queueTables = `('pgboss', 'queue'), ('pgboss', 'job')`;

const tablesQuery = `
  select c.oid::int as id, format('%I.%I', n.nspname, c.relname) as name,
    array_agg(quote_ident(a.attname) order by a.attnum) filter (where a.attgenerated = '') as columns,
    max(quote_ident(a.attname)) filter (where a.attidentity <> '') as numbered
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relkind in ('r', 'p') and not c.relispartition
    and (n.nspname = 'public' or (n.nspname, c.relname) in (${queueTables}))
  group by c.oid, n.nspname, c.relname
  order by name`;

const referencesQuery = `
  select distinct conrelid::int as "from", confrelid::int as "to" from pg_constraint
  where contype = 'f' and conrelid <> confrelid`;

type Found = Omit<StoredTable, 'kept'> & { id: number };
type Reference = { from: number; to: number };

const inOrder = (tables: Found[], references: Reference[]) => {
  const waiting = new Set(tables);
  const ordered: Found[] = [];
  const isWaiting = (id: number) => [...waiting].some((table) => table.id === id);
  while (waiting.size) {
    const ready = [...waiting].filter(
      ({ id }) => !references.some(({ from, to }) => from === id && isWaiting(to)),
    );
    if (!ready.length) throw new Error('tables refer to each other in a circle');
    for (const table of ready) waiting.delete(table);
    ordered.push(...ready);
  }
  return ordered;
};

export const storedTables = async (tx: Db): Promise<StoredTable[]> => {
  const tables = await tx.execute<Found>(sql.raw(tablesQuery));
  const references = await tx.execute<Reference>(sql.raw(referencesQuery));
  return inOrder(tables.rows, references.rows).map((table) => ({
    ...table,
    rowCondition: table.name === 'pgboss.job' ? unfinishedJobs : 'true',
  }));
};

// The sum does not depend on the order of the rows: equal sums mean equal rows.
export type Sum = { rows: string; sum: string };

export const sumTable = async (tx: Db, { name, rowCondition }: StoredTable): Promise<Sum> => {
  const { rows } = await tx.execute<Sum>(
    sql.raw(`select count(*)::text as rows,
      coalesce(sum(('x' || left(md5(to_jsonb(t)::text), 15))::bit(60)::bigint), 0)::text as sum
    from ${name} t where ${rowCondition}`),
  );
  return rows[0] ?? { rows: '0', sum: '0' };
};

// A backup fits the program that has the same last migration.
export const lastMigration = async (tx: Db): Promise<string> => {
  const { rows } = await tx.execute<{ newest: string }>(
    sql`select max(created_at)::text as newest from drizzle.__drizzle_migrations`,
  );
  return rows[0]?.newest ?? '';
};
