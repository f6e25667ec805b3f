// The help of the provider team's commands: of all, of a group, or of one. No line is wider than a terminal usually is.
import type { CommandUnknownOpts } from '@commander-js/extra-typings';

const widest = 100;

export const leaves = (command: CommandUnknownOpts): CommandUnknownOpts[] =>
  command.commands.length ? command.commands.flatMap(leaves) : [command];

export const pathOf = (command: CommandUnknownOpts): string =>
  command.parent ? `${pathOf(command.parent)} ${command.name()}`.trim() : '';

const wrap = (text: string, indent: string) => {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line && indent.length + line.length + 1 + word.length > widest) {
      lines.push(line);
      line = '';
    }
    line = line ? `${line} ${word}` : word;
  }
  return [...lines, line].map((each) => `${indent}${each}`).join('\n');
};

const entryOf = (command: CommandUnknownOpts) => {
  const rest = command.usage().replace(/^\[options\] ?|[<>]/g, '');
  const usage = `${pathOf(command)} ${rest}`.trim();
  return `${wrap(usage, '  ')}\n${wrap(command.description(), '      ')}`;
};

// Those that were named, as far as words are commands.
const named = (program: CommandUnknownOpts, args: string[]) => {
  const words = args.filter((word) => !word.startsWith('-'));
  let found = program;
  for (const word of words) {
    const next = found.commands.find((each) => each.name() === word);
    if (!next) break;
    found = next;
  }
  return leaves(found);
};

export const usageOf = (
  program: CommandUnknownOpts,
  args: string[],
  typed: string,
) => `Usage: ${typed} <command>

${named(program, args).map(entryOf).join('\n')}

  --json      print the answer as JSON
  --as NAME   who acts, beside the name that the system proves, for the operator log
You can shorten ID to its first characters. WHO is an id, the start of an id, or an email.
Exit codes: 0 done, 1 refused, 2 wrong usage.`;
