// Runs one command of the provider team, from the arguments to the printed text.
import { printableJson, printableParagraph } from '@ballast/contract/characters';
import type { Call } from '@ballast/contract/http/client';
import { isOperatorName, operatorLimits } from '@ballast/contract/operator/operator';
import { Command, CommanderError, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { addBackupCommands } from '../backup/backup-commands.ts';
import { addJobCommands } from '../jobs/job-commands.ts';
import { addKeyCommands } from '../keys/key-commands.ts';
import { addLogCommand } from '../log/log-commands.ts';
import { addRequestCommands } from '../requests/request-commands.ts';
import { addSecretCommands } from '../secrets/secret-commands.ts';
import { addStatusCommand } from '../status/status-command.ts';
import { addUserCommands } from '../users/user-commands.ts';
import { doNotAnswer, openPortalClient } from './ask-portal.ts';
import { leaves, pathOf, usageOf } from './help.ts';
import { OperatorProblem, UsageProblem } from './problems.ts';
import type { Here, Session } from './session.ts';

// `typed` is how the program is called where it runs.
type Surroundings = { dataDir: string; systemUser: string; typed?: string } & Here;
type Ending = { exitCode: number; out?: string; problem?: string };

const checkName = (text: string) => {
  const name = text.trim();
  if (isOperatorName(name)) return name;
  throw new UsageProblem(
    `--as must name who acts, in one line of at most ${operatorLimits.maxName} characters.`,
  );
};

// Commander takes whatever follows an option as its value, also the next option.
const refuseOptionAsValue = (command: CommandUnknownOpts, args: string[]) => {
  for (const option of command.options) {
    const value = command.getOptionValue(option.attributeName());
    if (typeof value === 'string' && value.startsWith('-') && args.includes(value))
      throw new UsageProblem(`${option.long} needs a value: ${option.flags}`);
  }
};

// The description of an argument is the sentence for a missing one.
const usageMessage = ({ code, message }: CommanderError, program: Command, args: string[]) => {
  const command = leaves(program).find((each) => `${args.join(' ')} `.includes(`${pathOf(each)} `));
  const argument = command?.registeredArguments.find((each) => message.includes(`'${each.name()}'`));
  if (code === 'commander.missingArgument' && argument) return argument.description;
  const [first = '', ...rest] = message.replace(/^error: /, '').split('\n');
  const sentence = `${first.charAt(0).toUpperCase()}${first.slice(1)}`.replace(/\.$/, '');
  return [`${sentence}.`, ...rest].join(' ');
};

const toEnding = (error: unknown, program: Command, args: string[], typed: string): Ending => {
  if (error instanceof OperatorProblem)
    return { exitCode: error.exitCode, problem: printableParagraph(error.message) };
  if (!(error instanceof CommanderError)) throw error;
  if (error.code === 'commander.helpDisplayed') return { exitCode: 0, out: usageOf(program, args, typed) };
  if (error.code === 'commander.help') return { exitCode: 2, problem: usageOf(program, args, typed) };
  return { exitCode: 2, problem: printableParagraph(usageMessage(error, program, args)) };
};

export const runOperator = async (
  args: string[],
  { dataDir, systemUser, typed = 'npm run operator --', ...here }: Surroundings,
): Promise<Ending> => {
  let ending: Ending = { exitCode: 0 };
  let client: Call | undefined;
  let silent: string[] = [];
  const program = new Command()
    .exitOverride()
    .configureOutput({ writeOut: () => {}, writeErr: () => {} })
    .hook('preAction', (_, command) => refuseOptionAsValue(command, args));
  program.option('--json').option('--as <NAME>', '', checkName);
  const actor = () => {
    const given = program.getOptionValue('as');
    return { name: checkName(systemUser), as: given === undefined ? null : String(given) };
  };
  const session: Session = {
    call: (endpoint, ...input) => {
      client ??= openPortalClient(dataDir, actor(), (processes) => {
        silent = processes;
      });
      return client(endpoint, ...input);
    },
    isSilent: () => silent.length > 0,
    actor,
    here,
    print: (answer, text, failed = false) => {
      const out = program.getOptionValue('json') || !text ? printableJson(answer) : text(answer);
      ending = { exitCode: failed ? 1 : 0, out };
    },
  };
  for (const add of [
    addUserCommands,
    addKeyCommands,
    addRequestCommands,
    addSecretCommands,
    addJobCommands,
    addLogCommand,
    addBackupCommands,
    addStatusCommand,
  ])
    add(program, session);
  try {
    await program.parseAsync(args, { from: 'user' });
    if (!silent.length) return ending;
    return { ...ending, problem: `${doNotAnswer(silent)}; another process did.` };
  } catch (error) {
    return toEnding(error, program, args, typed);
  }
};
