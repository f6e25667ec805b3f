// Reads from the commands what can follow the words so far. Names come from the account.
import type { CommandUnknownOpts as Command, Option } from '@commander-js/extra-typings';

export type Candidate = { word: string; description: string };

// The names for an argument or option of a command, by its own name.
export type Names = Record<string, (command: Command) => Promise<Candidate[]>>;

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

// '--scope <scopes>' takes several values, separated by commas.
const takesList = ({ flags }: Option) => flags.endsWith('s>');

const valuesOf = async (
  command: Command,
  option: Option,
  typed: string,
  names: Names,
): Promise<Candidate[]> => {
  const choices = (option.argChoices ?? []).map((word) => ({ word, description: option.description }));
  const values = choices.length ? choices : ((await names[option.attributeName()]?.(command)) ?? []);
  const before = takesList(option) ? typed.slice(0, typed.lastIndexOf(',') + 1) : '';
  const taken = before.split(',');
  return values
    .filter(({ word }) => !taken.includes(word))
    .map(({ word, description }) => ({ word: `${before}${word}`, description }));
};

// bash cuts --environment=sand and payments:read into three words each.
const joined = (words: string[]) =>
  words
    .join('\n')
    .replace(/\n([=:])(?:\n|$)/g, '$1')
    .split('\n');

// The part of the current word that bash does not replace.
const lengthBefore = (current: string, lastGiven: string) => {
  if (current === lastGiven) return 0;
  return current.length - (/^[=:]$/.test(lastGiven) ? 0 : lastGiven.length);
};

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
    const isMeant = (child: Command) => child.name() === word || child.aliases().includes(word);
    command = command.commands.find(isMeant) ?? command;
  }
  return { command, waiting };
};

const argumentsOf = async (command: Command, names: Names) => {
  const lists = command.registeredArguments.map(async (argument) => {
    const { argChoices = [], description } = argument;
    const choices = argChoices.map((word) => ({ word, description }));
    return choices.length ? choices : ((await names[argument.name().replace(/s$/, '')]?.(command)) ?? []);
  });
  return (await Promise.all(lists)).flat();
};

const nextWords = async (
  command: Command,
  waiting: Option | undefined,
  current: string,
  names: Names,
): Promise<Candidate[]> => {
  if (waiting) return valuesOf(command, waiting, current, names);
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
  const words = joined(given);
  const current = unquoted(words.at(-1) ?? '');
  const { command, waiting } = walk(program, words.slice(0, -1));
  const [, flag, value] = /^(--[\w-]+)=(.*)$/.exec(current) ?? [];
  const option = flag ? optionNamed(command, flag) : undefined;
  const found =
    option && value !== undefined
      ? (await valuesOf(command, option, value, names)).map((each) => ({
          ...each,
          word: `${flag}=${each.word}`,
        }))
      : await nextWords(command, waiting, current, names);
  const lengthOfRest = lengthBefore(current, unquoted(given.at(-1) ?? ''));
  return found
    .filter(({ word }) => word.startsWith(current))
    .map(({ word, description }) => ({ word: word.slice(lengthOfRest), description }));
};
