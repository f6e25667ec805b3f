// Each command has a manual page for `man`, made of what its help says.
import type { describe } from './describe.ts';

type Manual = ReturnType<typeof describe>;
type Entry = { name: string; description: string };

// A backslash and a hyphen mean something to troff, and so does a point or a quote at the beginning of a line.
const escaped = (text: string) =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^(?=[.'])/gm, '\\&');

const pageName = (command: string) => `${command.replaceAll(' ', '-')}.1`;

const section = (title: string, lines: string[]) => (lines.length ? [`.SH ${title}`, ...lines] : []);

const entries = (list: Entry[]) =>
  list.flatMap(({ name, description }) => ['.TP', `.B ${escaped(name)}`, escaped(description)]);

const plain = (lines: string[]) => ['.nf', ...lines.map(escaped), '.fi'];

// No date: the same commands always make the same bytes.
const head = (command: string, version: string) =>
  `.TH "${command.replaceAll(' ', '-').toUpperCase()}" 1 "" "ballast ${version}" "ballast"`;

const commandPage = (command: Manual['commands'][number], version: string) => [
  head(command.name, version),
  ...section('NAME', [`${escaped(command.name.replaceAll(' ', '-'))} \\- ${escaped(command.description)}`]),
  ...section('SYNOPSIS', [escaped(command.usage)]),
  ...section('OPTIONS', entries([...command.arguments, ...command.options])),
  ...section(
    'EXAMPLES',
    command.examples.flatMap(({ line, does }) => ['.PP', escaped(does), ...plain([line])]),
  ),
  ...section('JSON', command.json.length ? plain(command.json) : []),
  ...section('SEE ALSO', ['.BR ballast (1)']),
];

const mainPage = ({ commands, sharedOptions, project, variables, exitCodes }: Manual, version: string) => [
  head('ballast', version),
  ...section('NAME', ['ballast \\- the developer portal on the command line']),
  ...section('SYNOPSIS', [escaped('ballast <command> [options]')]),
  ...section('COMMANDS', entries(commands)),
  ...section('OPTIONS OF EVERY COMMAND', entries(sharedOptions)),
  ...section('PROJECT FILE', plain(project)),
  ...section('ENVIRONMENT', entries(variables)),
  ...section('EXIT STATUS', entries(exitCodes)),
  ...section('SEE ALSO', [commands.map(({ name }) => `${escaped(name.replaceAll(' ', '-'))}(1)`).join(', ')]),
];

export const manPages = (manual: Manual, version: string) => {
  const pages: [string, string[]][] = [
    [pageName('ballast'), mainPage(manual, version)],
    ...manual.commands.map((command): [string, string[]] => [
      pageName(command.name),
      commandPage(command, version),
    ]),
  ];
  return pages.map(([name, lines]) => ({ name, content: `${lines.join('\n')}\n` }));
};
