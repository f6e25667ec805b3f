// The manual of the command line: its build writes what its commands say of themselves.
import { readFileSync } from 'node:fs';
import { code, escapeMarkdown, fence, table } from './markdown.ts';

type Entry = { name: string; description: string };

type Command = Entry & {
  usage: string;
  aliases: string[];
  arguments: Entry[];
  options: Entry[];
  examples: { line: string; does: string }[];
  json: string[];
};

type Manual = {
  commands: Command[];
  sharedOptions: Entry[];
  project: string[];
  variables: Entry[];
  exitCodes: Entry[];
};

const readManual = (): Manual =>
  JSON.parse(readFileSync(new URL('../../cli/dist/commands.json', import.meta.url), 'utf8'));

const sentence = (text: string) => escapeMarkdown(`${text.charAt(0).toUpperCase()}${text.slice(1)}`);

const entries = (caption: string, list: Entry[]) =>
  table(
    caption,
    ['', ''],
    list.map(({ name, description }) => [code(name), sentence(description)]),
  );

const otherNames = (aliases: string[]) =>
  aliases.length ? `\n\nOther names: ${aliases.map(code).join(', ')}.` : '';

const commandText = ({ name, description, usage, options, examples, json, ...command }: Command) =>
  `## ${name} {#${name.replaceAll(' ', '-')} short="${name.replace('ballast ', '')}"}

${sentence(description)}.${otherNames(command.aliases)}

${fence(usage)}

${entries('Arguments', command.arguments)}${entries('Options', options)}### Examples

${examples.map(({ line, does }) => `${sentence(does)}\n\n${fence(line)}\n\n`).join('')}${json.length ? `### JSON\n\n${fence(json.join('\n'), 'text')}` : ''}`;

export const cliParts = () => {
  const { commands, sharedOptions, project, variables, exitCodes } = readManual();
  return {
    commands: () => commands.map(commandText).join('\n\n'),
    options: () => entries('Options', sharedOptions),
    project: () => fence(project.join('\n'), 'text'),
    variables: () => entries('Variables', variables),
    'exit-codes': () => entries('Codes', exitCodes),
  };
};
