// Takes a backup while the portal runs: everything as it was at one moment.
import { sql } from 'drizzle-orm';
import type { Db } from '../connections/open.ts';
import { jsonLine, rowsLine, type Sums, writeBackupFile } from './backup-file.ts';
import { lastMigration, type StoredTable, storedTables, sumTable } from './stored-tables.ts';

const rowsPerLine = 500;

async function* linesOfTable(tx: Db, { name, rowCondition }: StoredTable) {
  await tx.execute(
    sql.raw(`declare backup_rows no scroll cursor for
      select to_jsonb(t)::text as row from ${name} t where ${rowCondition}`),
  );
  for (;;) {
    const { rows } = await tx.execute<{ row: string }>(sql.raw(`fetch ${rowsPerLine} from backup_rows`));
    if (!rows.length) break;
    yield rowsLine({ table: name, rows: `[${rows.map(({ row }) => row).join()}]` });
  }
  await tx.execute(sql`close backup_rows`);
}

async function* lines(tx: Db, takenAt: string, sums: Sums) {
  yield jsonLine({ ballast: 'backup', format: 1, migration: await lastMigration(tx), takenAt });
  for (const table of await storedTables(tx)) {
    yield* linesOfTable(tx, table);
    sums[table.name] = await sumTable(tx, table);
  }
  yield jsonLine({ sums });
}

export const writeBackup = (db: Db, file: string, now: Date): Promise<Sums> =>
  db.transaction(
    async (tx) => {
      const sums: Sums = {};
      await tx.execute(sql`set local timezone = 'UTC'`);
      await writeBackupFile(file, lines(tx, now.toISOString(), sums));
      return sums;
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
