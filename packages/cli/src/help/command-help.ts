// A command's help has examples and the shape of its JSON beside its options. The documentation page reads the same.
import { type Command, Option } from 'commander';
import { helpColumns, wrapped } from './help-width.ts';

export type Example = [command: string, does: string];
// The first line of `json` is the shape, the others say what is not plain from it.
type Help = { examples: Example[]; json?: string[] };

const helpOf = new WeakMap<Command, Help>();

export const readHelp = (command: Command): Help => helpOf.get(command) ?? { examples: [] };

// Where both do not fit beside each other, what an example does stands below it.
const exampleLines = (examples: Example[]) => {
  const width = Math.max(...examples.map(([line]) => line.length)) + 3;
  const longest = Math.max(...examples.map(([, does]) => does.length)) + 2 + width;
  return longest > helpColumns()
    ? examples.flatMap(([line, does]) => [...wrapped('  ', line), ...wrapped('      ', does)])
    : examples.map(([line, does]) => `  ${line.padEnd(width)}${does}`);
};

export const addHelp = (command: Command, help: Help) => {
  helpOf.set(command, help);
  if (help.json) command.addOption(new Option('--json', 'print the result as JSON; failures too, on stderr'));
  return command.addHelpText('after', () => {
    const shape = help.json ? ['', 'JSON:', ...help.json.flatMap((line) => wrapped('  ', line))] : [];
    return ['', 'Examples:', ...exampleLines(help.examples), ...shape].join('\n');
  });
};
