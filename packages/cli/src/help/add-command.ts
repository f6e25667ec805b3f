// Adds a command with its help: examples, and the shape of its JSON. The documentation page reads the same.
import type { Command, CommandUnknownOpts } from '@commander-js/extra-typings';
import type { Context } from '../context.ts';
import { helpColumns, wrapped } from './help-width.ts';

type Example = [command: string, does: string];
// The first line of `json` is the shape, the others explain it. A command without `json` has no --json.
// `aliases` are other names that people try, such as ls.
type Help = { examples: Example[]; json?: string[]; isDefault?: true; aliases?: string[] };
export type AddCommand = (parent: Command, context: Context) => unknown;

const helpOf = new WeakMap<CommandUnknownOpts, Help>();

export const readHelp = (command: CommandUnknownOpts): Help => helpOf.get(command) ?? { examples: [] };

// Every command that does something itself.
export const leaves = (command: CommandUnknownOpts): CommandUnknownOpts[] => {
  const children = command
    .createHelp()
    .visibleCommands(command)
    .filter((child) => child.name() !== 'help');
  return children.length ? children.flatMap(leaves) : [command];
};

// Where both do not fit beside each other, the explanation follows below its example.
const exampleLines = (examples: Example[]) => {
  const width = Math.max(...examples.map(([line]) => line.length)) + 3;
  const longest = Math.max(...examples.map(([, does]) => does.length)) + 2 + width;
  return longest > helpColumns()
    ? examples.flatMap(([line, does]) => [...wrapped('  ', line), ...wrapped('      ', does)])
    : examples.map(([line, does]) => `  ${line.padEnd(width)}${does}`);
};

export const addCommand = (parent: Command, name: string, description: string, help: Help) => {
  const { aliases = [] } = help;
  const command = parent
    .command(name, { isDefault: help.isDefault ?? false })
    .description(description)
    .aliases(aliases);
  helpOf.set(command, help);
  return command.addHelpText('after', () => {
    const shape = help.json ? ['', 'JSON:', ...help.json.flatMap((line) => wrapped('  ', line))] : [];
    const others = aliases.length ? ['', `Other names: ${aliases.join(', ')}`] : [];
    return [...others, '', 'Examples:', ...exampleLines(help.examples), ...shape].join('\n');
  });
};
