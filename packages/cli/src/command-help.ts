// A command's help has examples and the shape of its JSON beside its options. The documentation page reads the same.
import { type Command, Option } from 'commander';

export type Example = [command: string, does: string];
// The first line of `json` is the shape, the others say what is not plain from it.
type Help = { examples: Example[]; json?: string[] };

const helpOf = new WeakMap<Command, Help>();

export const readHelp = (command: Command): Help => helpOf.get(command) ?? { examples: [] };

const exampleLines = (examples: Example[]) => {
  const width = Math.max(...examples.map(([line]) => line.length)) + 3;
  return examples.map(([line, does]) => `  ${line.padEnd(width)}${does}`);
};

export const addHelp = (command: Command, help: Help) => {
  helpOf.set(command, help);
  if (help.json) command.addOption(new Option('--json', 'print the result as JSON; failures too, on stderr'));
  const shape = help.json ? ['', 'JSON:', ...help.json.map((line) => `  ${line}`)] : [];
  return command.addHelpText('after', ['', 'Examples:', ...exampleLines(help.examples), ...shape].join('\n'));
};
