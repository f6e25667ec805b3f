// What the database holds, to a file and back.
import { resolve } from 'node:path';
import { counted } from '@ballast/contract/counted';
import { type RestoredBackup, type TakenBackup, takeBackup } from '@ballast/contract/operator/backup';
import { type Command, needOperand } from '../command-line/command.ts';
import { formatCount, formatTable } from '../command-line/format-table.ts';
import { UsageProblem } from '../command-line/problems.ts';

const formatBackup = ({ file, bytes, seconds, tables }: TakenBackup) => {
  const filled = tables.filter(({ rows }) => rows > 0);
  const rows = formatTable(filled.map((each) => [`  ${each.table}`, formatCount(each.rows)]));
  return `${file}: ${counted(bytes, 'byte')} in ${seconds} s\n${rows}
The secrets are not in it: keep them, and the file, where nobody else can read them.`;
};

const formatRestored = ({ takenAt, tables }: RestoredBackup) => {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return `Restored and checked ${counted(rows, 'row')}, as they were at ${takenAt}.
Everybody signs in again. Tokens of command lines, mailed links and the old values of rotated keys no longer work.
Keys that were revoked, rotated or restricted since then pass as they did before, accounts that were left, deleted or
suspended are back, and so are old passwords. Start the portal, but keep callers out, then run:
  keys revoke-again LOGFILE
It ends those keys and accounts again, and names the accounts whose owners must reset their password.`;
};

export const backupCommands: Command[] = [
  {
    words: 'backup',
    operand: 'FILE',
    rest: 'FILE',
    help: 'everything that the database holds at one moment; the portal goes on',
    run: async (call, given) => {
      const file = resolve(needOperand(given, 'Name the file to write.'));
      const answer = await call(takeBackup, { body: { file } });
      return { answer, text: formatBackup(answer) };
    },
  },
  {
    words: 'restore',
    operand: 'FILE',
    options: ['yes'],
    rest: 'FILE --yes',
    help: 'a backup in the place of everything; no portal may run meanwhile',
    run: async (_, given, { restore }, actor) => {
      const file = resolve(needOperand(given, 'Name the backup to restore.'));
      if (!given.flags.has('yes'))
        throw new UsageProblem('All that the database holds now will be gone: say --yes.');
      const answer = await restore(file, actor);
      return { answer, text: formatRestored(answer) };
    },
  },
];
