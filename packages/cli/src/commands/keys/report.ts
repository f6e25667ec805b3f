import { reportKey } from '@ballast/contract/keys/key-leaks';
import type { Command } from 'commander';
import { chooseAccount, refuseForProject } from '../../account/choose-account.ts';
import type { Context } from '../../context.ts';
import { addHelp } from '../../help/command-help.ts';
import { portalCall } from '../../network/portal-call.ts';
import { printJson } from '../../terminal/output.ts';
import { askText } from '../../terminal/prompts.ts';

type Options = { json?: boolean };

const problemWith = (key: string) => reportKey.body.safeParse({ key }).error?.issues[0]?.message;

// A key that is piped in stands neither in the shell's history nor in the list of processes.
const readInput = async () => {
  let text = '';
  for await (const chunk of process.stdin) text += chunk;
  return text.trim();
};

const readKey = ({ terminal }: Context) =>
  terminal.interactive ? askText('Which key did you find?', problemWith) : readInput();

const report = async (context: Context, given: string | undefined, options: Options) => {
  const { terminal } = context;
  const chosen = await chooseAccount(context);
  refuseForProject(chosen, 'The key');
  const key = given ?? (await readKey(context));
  const answer = await portalCall(context, chosen.portal)(reportKey, { body: { key } });
  if (options.json) return printJson(terminal, answer);
  terminal.out.print(answer.message);
};

export const addReportKey = (keys: Command, context: Context) =>
  addHelp(
    keys
      .command('report')
      .description('Report a key that you found in public; nobody has to sign in for it')
      .argument('[key]', 'the key; asked for, or read from stdin, when left out')
      .action((key: string | undefined, options: Options) => report(context, key, options)),
    {
      examples: [
        ['ballast keys report', 'asks for the key'],
        ['ballast keys report < found.txt', 'reads it from a file'],
      ],
      json: ['{ message }'],
    },
  );
