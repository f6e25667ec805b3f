// Puts a backup in the place of everything that the database holds, in one transaction: it is restored and checked as a whole,
// or nothing has changed.
import type pg from 'pg';
import { BackupProblem, type Heading, type Rows, readBackupFile, type Sums } from './backup-file.ts';
import { lastMigration, type StoredTable, storedTables, sumTable } from './stored-tables.ts';

const fillTable = (client: pg.PoolClient, { name, columns }: StoredTable, rows: string) =>
  client.query(
    `insert into ${name} (${columns}) overriding system value
     select ${columns} from jsonb_populate_recordset(null::${name}, $1::jsonb)`,
    [rows],
  );

const setNumber = (client: pg.PoolClient, { name, numbered }: StoredTable) =>
  client.query(
    `select setval(pg_get_serial_sequence($1, $2), coalesce(max(${numbered}), 1), max(${numbered}) is not null)
     from ${name}`,
    [name, numbered],
  );

const requireSameMigration = async (client: pg.PoolClient, { migration, takenAt }: Heading) => {
  if (migration === (await lastMigration(client))) return;
  throw new BackupProblem(
    `This backup of ${takenAt} was taken by another version of the program. Restore it with that version, then upgrade.`,
  );
};

const requireSameSums = async (client: pg.PoolClient, tables: StoredTable[], written: Sums) => {
  for (const table of tables) {
    const found = await sumTable(client, table);
    const expected = written[table.name];
    if (found.rows !== expected?.rows || found.sum !== expected.sum)
      throw new BackupProblem(
        `${table.name} is not as it was when the backup was taken. Nothing was changed.`,
      );
  }
};

const restore = async (client: pg.PoolClient, file: string): Promise<Sums> => {
  const tables = await storedTables(client);
  const byName = new Map(tables.map((table) => [table.name, table]));

  // Rows that were counted, sealed or announced once are not to be counted, sealed or announced again.
  const eachTable = async (change: string) => {
    for (const { name } of tables) await client.query(`alter table ${name} ${change}`);
  };
  const empty = async (heading: Heading) => {
    await requireSameMigration(client, heading);
    await eachTable('disable trigger user');
    // What the job queue keeps beside its jobs it makes anew when it starts.
    await client.query(`truncate ${tables.map(({ name }) => name)} cascade`);
  };
  const fill = async ({ table, rows }: Rows) => {
    const known = byName.get(table);
    if (!known) throw new BackupProblem(`The backup has a table ${table} that this program does not know.`);
    await fillTable(client, known, rows);
  };

  const written = await readBackupFile(file, { heading: empty, rows: fill });
  await requireSameSums(client, tables, written);
  for (const table of tables) if (table.numbered) await setNumber(client, table);
  await client.query('set constraints all immediate');
  await eachTable('enable trigger user');
  return written;
};

export const restoreBackup = async (pool: pg.Pool, file: string): Promise<Sums> => {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(
      `set local statement_timeout = 0; set local lock_timeout = '5s'; set local timezone = 'UTC'`,
    );
    const restored = await restore(client, file);
    await client.query('commit');
    return restored;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
};
