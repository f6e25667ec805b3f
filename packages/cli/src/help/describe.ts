// The documentation page gets the commands as data: what their help says, and nothing else.
import type { CommandUnknownOpts as Command } from '@commander-js/extra-typings';
import { endings } from '../failures.ts';
import { projectNotes, variables } from '../program.ts';
import { leaves, readHelp } from './add-command.ts';

const pathOf = (command: Command): string =>
  command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name();

const describeCommand = (command: Command) => {
  const help = command.createHelp();
  const { examples, json } = readHelp(command);
  return {
    name: pathOf(command),
    usage: help.commandUsage(command),
    description: command.description(),
    aliases: command.aliases(),
    arguments: help.visibleArguments(command).map((argument) => ({
      name: help.argumentTerm(argument),
      description: help.argumentDescription(argument),
    })),
    options: help.visibleOptions(command).map((option) => ({
      name: help.optionTerm(option),
      description: help.optionDescription(option),
    })),
    examples: examples.map(([line, does]) => ({ line, does })),
    json: json ?? [],
  };
};

export const describe = (program: Command) => ({
  commands: leaves(program).map(describeCommand),
  sharedOptions: program
    .createHelp()
    .visibleOptions(program)
    .filter(({ long }) => long !== '--version' && long !== '--help')
    .map((option) => ({ name: option.flags, description: option.description })),
  project: projectNotes,
  variables: Object.entries(variables).map(([name, description]) => ({ name, description })),
  exitCodes: Object.values(endings).map(({ exitCode, means }) => ({
    name: String(exitCode),
    description: means,
  })),
});
