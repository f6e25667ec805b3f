import { text as readAll } from 'node:stream/consumers';
import { reportKey } from '@ballast/contract/keys/key-leaks';
import { chooseAccount, refuseForProject } from '../../account/choose-account.ts';
import { CliFailure } from '../../failures.ts';
import { type AddCommand, addCommand } from '../../help/add-command.ts';
import { portalCall } from '../../network/portal-call.ts';
import { show } from '../../terminal/output.ts';
import { askText } from '../../terminal/prompts.ts';

const problemWith = (key: string) => reportKey.body.safeParse({ key }).error?.issues[0]?.message;

// A key that is piped in is neither in the shell's history nor in the list of processes.
const readKey = async (isInteractive: boolean) => {
  if (isInteractive) return askText('Which key did you find?', problemWith);
  const key = (await readAll(process.stdin)).trim();
  if (key) return key;
  throw new CliFailure('usage', 'Add the key you found, as an argument or on stdin.');
};

export const addReportKey: AddCommand = (keys, context) =>
  addCommand(keys, 'report', 'Report a key that you found in public, without signing in', {
    examples: [
      ['ballast keys report', 'asks for the key'],
      ['ballast keys report < found.txt', 'reads it from a file'],
    ],
    json: ['{ message }'],
  })
    .argument('[key]', 'the key; if you leave it out, the CLI asks or reads stdin')
    .action(async (argument) => {
      const chosen = await chooseAccount(context);
      refuseForProject(chosen, 'The key');
      const key = argument ?? (await readKey(context.terminal.interactive));
      const answer = await portalCall(context, chosen.portal)(reportKey, { body: { key } });
      show(context, answer, () => answer.message);
    });
