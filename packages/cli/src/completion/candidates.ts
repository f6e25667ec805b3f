// What could come next after the words so far is read from the commands themselves.
import type { Command, Option } from 'commander';

export type Candidate = { word: string; description: string };

const visibleCommands = (command: Command) => command.createHelp().visibleCommands(command);
const visibleOptions = (command: Command) => command.createHelp().visibleOptions(command);

const takesValue = (option: Option | undefined): option is Option =>
  Boolean(option && (option.required || option.optional));

const optionNamed = (command: Command, flag: string) =>
  visibleOptions(command).find(({ short, long }) => flag === short || flag === long);

const choicesOf = (option: Option): Candidate[] =>
  (option.argChoices ?? []).map((word) => ({ word, description: option.description }));

// bash cuts --environment=sand into three words at the equals sign.
const joined = (words: string[]) =>
  words
    .join('\n')
    .replace(/\n=\n?/g, '=')
    .split('\n');

const walk = (program: Command, words: string[]) => {
  let command = program;
  let waiting: Option | undefined;
  for (const word of words) {
    if (waiting) {
      waiting = undefined;
      continue;
    }
    if (word.startsWith('-')) {
      const option = word.includes('=') ? undefined : optionNamed(command, word);
      waiting = takesValue(option) ? option : undefined;
      continue;
    }
    command = command.commands.find((child) => child.name() === word) ?? command;
  }
  return { command, waiting };
};

const nextWords = (command: Command, waiting: Option | undefined, current: string): Candidate[] => {
  if (waiting) return choicesOf(waiting);
  if (current.startsWith('-'))
    return visibleOptions(command).map(({ long, short, description }) => ({
      word: long ?? short ?? '',
      description,
    }));
  const choices = command.registeredArguments.flatMap(({ argChoices = [], description }) =>
    argChoices.map((word) => ({ word, description })),
  );
  const children = visibleCommands(command).map((child) => ({
    word: child.name(),
    description: child.description(),
  }));
  return [...children, ...choices];
};

export const candidates = (program: Command, given: string[]): Candidate[] => {
  const cutAtEquals = given.includes('=');
  const words = joined(given);
  const current = words.at(-1) ?? '';
  const { command, waiting } = walk(program, words.slice(0, -1));
  const [, flag, value] = /^(--[\w-]+)=(.*)$/.exec(current) ?? [];
  const option = flag ? optionNamed(command, flag) : undefined;
  if (!flag || value === undefined || !option)
    return nextWords(command, waiting, current).filter(({ word }) => word.startsWith(current));
  const prefix = cutAtEquals ? '' : `${flag}=`;
  return choicesOf(option)
    .filter(({ word }) => word.startsWith(value))
    .map(({ word, description }) => ({ word: `${prefix}${word}`, description }));
};
