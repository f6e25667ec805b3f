// Reads from the commands what can follow the words so far. Names come from the account.
import type { CommandUnknownOpts as Command, Option } from '@commander-js/extra-typings';

export type Candidate = { word: string; description: string };

// The names for an argument or option, by its own name.
export type Names = Record<string, () => Promise<Candidate[]>>;

const visibleCommands = (command: Command) => command.createHelp().visibleCommands(command);

// The options of every command come after its own. --version belongs to the tool alone.
const visibleOptions = (command: Command) => {
  const help = command.createHelp();
  const shared = help.visibleGlobalOptions(command).filter(({ long }) => long !== '--version');
  return [...help.visibleOptions(command), ...shared];
};

const takesValue = (option: Option | undefined): option is Option =>
  Boolean(option && (option.required || option.optional));

const optionNamed = (command: Command, flag: string) =>
  visibleOptions(command).find(({ short, long }) => flag === short || flag === long);

const valuesOf = async (option: Option, names: Names): Promise<Candidate[]> => {
  const choices = (option.argChoices ?? []).map((word) => ({ word, description: option.description }));
  return choices.length ? choices : ((await names[option.attributeName()]?.()) ?? []);
};

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

const argumentsOf = async (command: Command, names: Names) => {
  const lists = command.registeredArguments.map(async (argument) => {
    const { argChoices = [], description } = argument;
    const choices = argChoices.map((word) => ({ word, description }));
    return choices.length ? choices : ((await names[argument.name().replace(/s$/, '')]?.()) ?? []);
  });
  return (await Promise.all(lists)).flat();
};

const nextWords = async (
  command: Command,
  waiting: Option | undefined,
  current: string,
  names: Names,
): Promise<Candidate[]> => {
  if (waiting) return valuesOf(waiting, names);
  if (current.startsWith('-'))
    return visibleOptions(command).map(({ long, short, description }) => ({
      word: long ?? short ?? '',
      description,
    }));
  const children = visibleCommands(command).map((child) => ({
    word: child.name(),
    description: child.description(),
  }));
  return [...children, ...(await argumentsOf(command, names))];
};

// A shell hands over what is typed, with the quotes that a space needs.
const unquoted = (word: string) => word.replace(/^["']/, '').replace(/\\(.)/g, '$1');

export const candidates = async (program: Command, given: string[], names: Names): Promise<Candidate[]> => {
  const cutAtEquals = given.includes('=');
  const words = joined(given);
  const current = unquoted(words.at(-1) ?? '');
  const { command, waiting } = walk(program, words.slice(0, -1));
  const [, flag, value] = /^(--[\w-]+)=(.*)$/.exec(current) ?? [];
  const option = flag ? optionNamed(command, flag) : undefined;
  if (!flag || value === undefined || !option) {
    const next = await nextWords(command, waiting, current, names);
    return next.filter(({ word }) => word.startsWith(current));
  }
  const prefix = cutAtEquals ? '' : `${flag}=`;
  return (await valuesOf(option, names))
    .filter(({ word }) => word.startsWith(value))
    .map(({ word, description }) => ({ word: `${prefix}${word}`, description }));
};
