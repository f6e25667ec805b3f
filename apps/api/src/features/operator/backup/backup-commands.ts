import { resolve } from 'node:path';
import { counted } from '@ballast/contract/counted';
import {
  noteBackup,
  type RestoredBackup,
  type TakenBackup,
  takeBackup,
} from '@ballast/contract/operator/backup';
import { formatCount, formatTable } from '../command-line/format-table.ts';
import { UsageProblem } from '../command-line/problems.ts';
import type { AddCommands } from '../command-line/session.ts';

const formatBackup = ({ file, bytes, seconds, tables }: TakenBackup) => {
  const filled = tables.filter(({ rows }) => rows > 0);
  const rows = formatTable(filled.map((each) => [`  ${each.table}`, formatCount(each.rows)]));
  return `${file}: ${counted(bytes, 'byte')} in ${seconds} s\n${rows}
The secrets are not in it: keep them, and the file, where nobody else can read them.`;
};

const formatRestored = ({ takenAt, tables }: RestoredBackup) => {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return `Restored and checked ${counted(rows, 'row')}, as they were at ${takenAt}.
Everyone has to sign in again. Command-line tokens, emailed links and old keys from before a rotation no longer work.
Keys that were revoked, rotated or restricted since then pass as they did before, accounts that were left, deleted or
suspended are back, and so are old passwords. Start the portal, but keep callers out, then run:
  keys revoke-again LOGFILE
It ends those keys and accounts again, and names the accounts whose owners must reset their password.`;
};

export const addBackupCommands: AddCommands = (program, { call, print, here, actor }) => {
  program
    .command('backup')
    .description('backs up the database while the portal runs')
    .argument('<FILE>', 'Add the file to write.')
    .action(async (file) => print(await call(takeBackup, { body: { file: resolve(file) } }), formatBackup));
  program
    .command('backup-taken')
    .description('notes that another program (pg_dump) has taken a backup now, for status and the alert')
    .action(async () => print(await call(noteBackup), ({ takenAt }) => `Noted: a backup of ${takenAt}.`));
  program
    .command('restore')
    .description('restores a backup over everything; stop every portal first')
    .usage('FILE --yes')
    .argument('<FILE>', 'Add the backup to restore.')
    .option('--yes')
    .action(async (file, { yes }) => {
      if (!yes) throw new UsageProblem('This replaces everything in the database. Add --yes.');
      print(await here.restore(resolve(file), actor()), formatRestored);
    });
  program
    .command('migrate')
    .description('prepares PostgreSQL (DATABASE_URL) for this version; works without a running portal')
    .action(async () =>
      print(await here.migrate(), ({ applied }) =>
        [...applied.map((name) => `Applied ${name}.`), 'The database is ready for this version.'].join('\n'),
      ),
    );
};
