// Runs one command of the provider team, from the arguments to the printed text.
import { printableJson, printableParagraph } from '@ballast/contract/characters';
import { isOperatorName, operatorLimits } from '@ballast/contract/operator/operator';
import { Command, CommanderError, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { addBackupCommands } from '../backup/backup-commands.ts';
import { addKeyCommands } from '../keys/key-commands.ts';
import { addLogCommand } from '../log/log-commands.ts';
import { addRequestCommands } from '../requests/request-commands.ts';
import { addSecretCommands } from '../secrets/secret-commands.ts';
import { addStatusCommand } from '../status/status-command.ts';
import { addUserCommands } from '../users/user-commands.ts';
import { openPortalClient } from './ask-portal.ts';
import { OperatorProblem, UsageProblem } from './problems.ts';
import type { Here, Session } from './session.ts';

type Surroundings = { dataDir: string; systemUser: string } & Here;
type Ending = { exitCode: number; out?: string; problem?: string };

const checkName = (text: string) => {
  const name = text.trim();
  if (isOperatorName(name)) return name;
  throw new UsageProblem(
    `--as must name who acts, in one line of at most ${operatorLimits.maxName} characters.`,
  );
};

const leaves = (command: CommandUnknownOpts): CommandUnknownOpts[] =>
  command.commands.length ? command.commands.flatMap(leaves) : [command];

const pathOf = (command: CommandUnknownOpts): string =>
  command.parent ? `${pathOf(command.parent)} ${command.name()}`.trim() : '';

const helpColumn = 78;

const lineOf = (command: CommandUnknownOpts) => {
  const rest = command.usage().replace(/^\[options\] ?|[<>]/g, '');
  return `  ${`${pathOf(command)} ${rest}`.padEnd(helpColumn)}${command.description()}`;
};

const usageOf = (program: CommandUnknownOpts) => `Usage: npm run operator -- <command>

${leaves(program).map(lineOf).join('\n')}

  --json      print the answer as JSON
  --as NAME   who acts, for the operator log (default: $SUDO_USER, else the system's user)
ID may be shortened to its first characters; WHO is an id, how it begins, or an address.
Exit codes: 0 done, 1 refused, 2 wrong usage.`;

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

const toEnding = (error: unknown, program: Command, args: string[]): Ending => {
  if (error instanceof OperatorProblem)
    return { exitCode: error.exitCode, problem: printableParagraph(error.message) };
  if (!(error instanceof CommanderError)) throw error;
  if (error.code === 'commander.helpDisplayed') return { exitCode: 0, out: usageOf(program) };
  if (error.code === 'commander.help') return { exitCode: 2, problem: usageOf(program) };
  return { exitCode: 2, problem: printableParagraph(usageMessage(error, program, args)) };
};

export const runOperator = async (
  args: string[],
  { dataDir, systemUser, ...here }: Surroundings,
): Promise<Ending> => {
  let ending: Ending = { exitCode: 0 };
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
    call: (endpoint, ...input) => openPortalClient(dataDir, actor())(endpoint, ...input),
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
    addLogCommand,
    addBackupCommands,
    addStatusCommand,
  ])
    add(program, session);
  try {
    await program.parseAsync(args, { from: 'user' });
    return ending;
  } catch (error) {
    return toEnding(error, program, args);
  }
};
