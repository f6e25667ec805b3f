// Reads what was typed behind `npm run operator --`. Whatever is wrong with it gets a sentence, and where it can be told, what was
// meant.
import { parseArgs } from 'node:util';
import { type Command, everywhere, type Given, type OptionName, options } from './command.ts';
import { nearest } from './nearest.ts';
import { UsageProblem } from './problems.ts';

type Token = { name: string; rawName: string; value: string | undefined; inlineValue: boolean };

const meant = (typed: string, known: readonly string[], written = (word: string) => word) => {
  const word = nearest(typed, known);
  return word ? ` Did you mean ${written(word)}?` : '';
};

const tokensOf = (args: string[]) => {
  const { tokens, positionals } = parseArgs({
    args,
    strict: false,
    allowPositionals: true,
    tokens: true,
    options: Object.fromEntries(
      Object.entries(options).map(([name, { value }]) => [name, { type: value ? 'string' : 'boolean' }]),
    ),
  });
  return { positionals, typed: tokens.filter((token) => token.kind === 'option') as Token[] };
};

const findCommand = (commands: readonly Command[], positionals: string[], usage: string) => {
  const written = positionals.join(' ');
  const command = commands.find(({ words }) => written === words || written.startsWith(`${words} `));
  if (command) return command;
  const known = commands.map(({ words }) => words);
  const typed = positionals.slice(0, 2).join(' ');
  const suggestion = meant(typed, known);
  throw new UsageProblem(suggestion ? `There is no command ${typed}.${suggestion}` : usage);
};

const checkOption = ({ rawName, name, value, inlineValue }: Token, allowed: readonly OptionName[]) => {
  const known = allowed.find((each) => each === name);
  if (!known) {
    const suggestion = meant(name, allowed, (word) => `--${word}`);
    throw new UsageProblem(`There is no option ${rawName}.${suggestion}`);
  }
  const wanted = options[known].value;
  if (wanted === null && value !== undefined) throw new UsageProblem(`${rawName} takes no value.`);
  // What follows may be the next option, and not a value at all.
  if (wanted !== null && (value === undefined || (!inlineValue && value.startsWith('-'))))
    throw new UsageProblem(`${rawName} needs a value: ${rawName} ${wanted}`);
  return known;
};

const readOptions = (typed: Token[], allowed: readonly OptionName[]): Pick<Given, 'values' | 'flags'> => {
  const values: Given['values'] = {};
  const flags = new Set<OptionName>();
  for (const token of typed) {
    const name = checkOption(token, allowed);
    if (token.value === undefined) flags.add(name);
    else values[name] = token.value;
  }
  return { values, flags };
};

export const readArguments = (
  commands: readonly Command[],
  args: string[],
  usage: string,
): { command: Command; given: Given } | null => {
  const { positionals, typed } = tokensOf(args);
  if (typed.some(({ name, rawName }) => name === 'help' || rawName === '-h')) return null;
  const command = findCommand(commands, positionals, usage);
  const given = readOptions(typed, [...(command.options ?? []), ...everywhere]);
  const [operand, ...more] = positionals.slice(command.words.split(' ').length);
  const tooMuch = command.operand ? more[0] : operand;
  if (tooMuch !== undefined) throw new UsageProblem(`${command.words}: ${tooMuch} is too much.`);
  return { command, given: { operand, ...given } };
};
