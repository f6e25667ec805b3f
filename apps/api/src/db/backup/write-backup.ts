// Takes a backup while the portal runs: everything as it was at one moment.
import type pg from 'pg';
import { jsonLine, rowsLine, type Sums, writeBackupFile } from './backup-file.ts';
import { lastMigration, type StoredTable, storedTables, sumTable } from './stored-tables.ts';

const rowsPerLine = 500;

async function* linesOfTable(client: pg.PoolClient, { name, kept }: StoredTable) {
  await client.query(
    `declare backup_rows no scroll cursor for select to_jsonb(t)::text as row from ${name} t where ${kept}`,
  );
  for (;;) {
    const { rows } = await client.query<{ row: string }>(`fetch ${rowsPerLine} from backup_rows`);
    if (!rows.length) break;
    yield rowsLine({ table: name, rows: `[${rows.map(({ row }) => row).join()}]` });
  }
  await client.query('close backup_rows');
}

async function* lines(client: pg.PoolClient, takenAt: string, sums: Sums) {
  const tables = await storedTables(client);
  yield jsonLine({ ballast: 'backup', format: 1, migration: await lastMigration(client), takenAt });
  for (const table of tables) {
    yield* linesOfTable(client, table);
    sums[table.name] = await sumTable(client, table);
  }
  yield jsonLine({ sums });
}

export const writeBackup = async (pool: pg.Pool, file: string, now: Date): Promise<Sums> => {
  const client = await pool.connect();
  const sums: Sums = {};
  try {
    await client.query('begin isolation level repeatable read, read only');
    // A backup of a large database takes longer than a request may.
    await client.query(`set local statement_timeout = 0; set local timezone = 'UTC'`);
    await writeBackupFile(file, lines(client, now.toISOString(), sums));
    return sums;
  } finally {
    await client.query('rollback').finally(() => client.release());
  }
};
