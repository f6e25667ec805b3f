// Puts a backup in the place of everything that the database holds, in one transaction: it is restored and checked as a whole,
// or nothing has changed.
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../connections/open.ts';
import { BackupProblem, type Heading, type Rows, readBackupFile, type Sums } from './backup-file.ts';
import { lastMigration, type StoredTable, storedTables, sumTable } from './stored-tables.ts';

const list = (names: string[]): SQL => sql.raw(names.join(', '));

const fillTable = (tx: Db, { name, columns }: StoredTable, rows: string) => {
  const [table, named] = [sql.raw(name), list(columns)];
  return tx.execute(sql`
    insert into ${table} (${named}) overriding system value
    select ${named} from jsonb_populate_recordset(null::${table}, ${rows}::jsonb)`);
};

// Minutes of usage and requests are stored by day: their days are made before they come, so that none has to be moved to its day
// later.
const byDay = new Map([
  ['public.key_usage_minutes', { time: 'minute', make: 'make_key_usage_partition' }],
  ['public.key_requests', { time: 'at', make: 'make_key_request_partition' }],
]);

const makeDays = async (tx: Db, { name }: StoredTable, rows: string) => {
  const days = byDay.get(name);
  if (!days) return;
  await tx.execute(sql`
    select ${sql.raw(days.make)}(day) from (
      select distinct (${sql.raw(days.time)} at time zone 'UTC')::date as day
      from jsonb_populate_recordset(null::${sql.raw(name)}, ${rows}::jsonb)) as days`);
};

const setNumber = (tx: Db, table: string, column: string) => {
  const last = sql.raw(`max(${column})`);
  return tx.execute(sql`
    select setval(pg_get_serial_sequence(${table}, ${column}), coalesce(${last}, 1), ${last} is not null)
    from ${sql.raw(table)}`);
};

const requireSameMigration = async (tx: Db, { migration, takenAt }: Heading) => {
  if (migration === (await lastMigration(tx))) return;
  throw new BackupProblem(
    `This backup of ${takenAt} was taken by another version of the program. Restore it with that version, then upgrade.`,
  );
};

const requireSameSums = async (tx: Db, tables: StoredTable[], written: Sums) => {
  for (const table of tables) {
    const found = await sumTable(tx, table);
    const expected = written[table.name];
    if (found.rows !== expected?.rows || found.sum !== expected.sum)
      throw new BackupProblem(
        `${table.name} is not as it was when the backup was taken. Nothing was changed.`,
      );
  }
};

type Settle = (tx: Db, heading: Heading) => Promise<void>;
type Restored = { takenAt: string; sums: Sums };

const restore = async (tx: Db, file: string, settle: Settle): Promise<Restored> => {
  const tables = await storedTables(tx);
  const byName = new Map(tables.map((table) => [table.name, table]));

  // Rows that were counted, sealed or announced once are not to be counted, sealed or announced again.
  const eachTable = async (change: string) => {
    for (const { name } of tables) await tx.execute(sql.raw(`alter table ${name} ${change}`));
  };
  const empty = async (heading: Heading) => {
    await requireSameMigration(tx, heading);
    await eachTable('disable trigger user');
    // What the job queue keeps beside its jobs it makes anew when it starts.
    await tx.execute(sql`truncate ${list(tables.map(({ name }) => name))} cascade`);
  };
  const fill = async ({ table, rows }: Rows) => {
    const known = byName.get(table);
    if (!known) throw new BackupProblem(`The backup has a table ${table} that this program does not know.`);
    await makeDays(tx, known, rows);
    await fillTable(tx, known, rows);
  };

  const { heading, sums } = await readBackupFile(file, { heading: empty, rows: fill });
  await requireSameSums(tx, tables, sums);
  for (const { name, numbered } of tables) if (numbered) await setNumber(tx, name, numbered);
  await tx.execute(sql`set constraints all immediate`);
  await eachTable('enable trigger user');
  await settle(tx, heading);
  return { takenAt: heading.takenAt, sums };
};

export const restoreBackup = (db: Db, file: string, settle: Settle = async () => {}): Promise<Restored> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`set local timezone = 'UTC'`);
    return restore(tx, file, settle);
  });
