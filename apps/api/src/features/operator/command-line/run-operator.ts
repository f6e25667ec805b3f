// One command of the provider team, from what was typed to what is printed.
import { printableJson, printableParagraph } from '@ballast/contract/characters';
import { isOperatorName, operatorLimits } from '@ballast/contract/operator/operator';
import { openPortalClient } from './ask-portal.ts';
import type { Here } from './command.ts';
import { commands, usage } from './commands.ts';
import { OperatorProblem, UsageProblem } from './problems.ts';
import { readArguments } from './read-arguments.ts';

type Surroundings = { dataDir: string; systemUser: string } & Here;
type Ending = { exitCode: number; out?: string; problem?: string };

const readName = (given: string | undefined, systemUser: string) => {
  const name = (given ?? systemUser).trim();
  if (!isOperatorName(name))
    throw new UsageProblem(
      `--as must name who acts, in one line of at most ${operatorLimits.maxName} characters.`,
    );
  return name;
};

const carryOut = async (args: string[], { dataDir, systemUser, ...here }: Surroundings): Promise<Ending> => {
  const read = readArguments(commands, args, usage);
  if (!read) return { exitCode: 0, out: usage };
  const { command, given } = read;
  const actor = readName(given.values.as, systemUser);
  const call = openPortalClient(dataDir, actor);
  const { answer, text, failed = false } = await command.run(call, given, here, actor);
  const out = given.flags.has('json') || text === null ? printableJson(answer) : text;
  return { exitCode: failed ? 1 : 0, out };
};

export const runOperator = async (args: string[], surroundings: Surroundings): Promise<Ending> => {
  try {
    return await carryOut(args, surroundings);
  } catch (error) {
    if (!(error instanceof OperatorProblem)) throw error;
    return { exitCode: error.exitCode, problem: printableParagraph(error.message) };
  }
};
