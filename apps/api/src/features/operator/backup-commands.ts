// What the database holds, to a file and back.
import { resolve } from 'node:path';
import { type TakenBackup, takeBackup } from '@ballast/contract/operator-backup';
import { type Command, needOperand } from './command.ts';
import { formatCount, formatTable } from './format-table.ts';

const formatBackup = ({ file, bytes, seconds, tables }: TakenBackup) => {
  const filled = tables.filter(({ rows }) => rows > 0);
  const rows = formatTable(filled.map(({ table, rows }) => [`  ${table}`, formatCount(rows)]));
  return `${file}: ${formatCount(bytes)} bytes in ${seconds} s\n${rows}
The secrets are not in it: keep them, and the file, where nobody else can read them.`;
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
];
