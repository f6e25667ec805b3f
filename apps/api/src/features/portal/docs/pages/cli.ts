// The manual of the command line is made of what its commands say of themselves.
import { cliExecutables } from '@ballast/contract/portal';
import { escapeHtml } from '../../../../runtime/escape-html.ts';
import { installation } from '../installation.ts';
import { block, code, type Page, paragraph, type Section } from '../markup.ts';

type Entry = { name: string; description: string };

export type Manual = {
  commands: {
    name: string;
    usage: string;
    description: string;
    arguments: Entry[];
    options: Entry[];
    examples: { line: string; does: string }[];
    json: string[];
  }[];
  sharedOptions: Entry[];
  project: string[];
  variables: Entry[];
  exitCodes: Entry[];
};

const entries = (title: string, rows: Entry[]) =>
  rows.length
    ? `<table class="entries"><caption>${title}</caption><tbody>${rows
        .map(
          ({ name, description }) =>
            `<tr><th scope="row">${code(name)}</th><td>${escapeHtml(description)}</td></tr>`,
        )
        .join('')}</tbody></table>`
    : '';

const examples = (list: Manual['commands'][number]['examples']) =>
  `<h3>Examples</h3>${list
    .map(({ line, does }) => `<p class="does">${escapeHtml(does)}</p>${block(line)}`)
    .join('')}`;

const commandSection = (command: Manual['commands'][number]): Section => ({
  id: command.name.replaceAll(' ', '-'),
  title: command.name,
  shortTitle: command.name.replace('ballast ', ''),
  html: `${paragraph(`${escapeHtml(command.description)}.`)}
${block(command.usage)}
${entries('Arguments', command.arguments)}${entries('Options', command.options)}
${examples(command.examples)}
${command.json.length ? `<h3>JSON</h3>${block(command.json.join('\n'))}` : ''}`,
});

const install: Section = {
  id: 'install',
  title: 'Install',
  html: `${paragraph('Needs Node.js 20.12 or newer. The tool comes from this portal and knows its address.')}
${block(`npm install -g ${installation.publicUrl}/cli/ballast.tgz`)}
${paragraph(`${code('/cli/SHA256SUMS')} holds its checksum, and ${code('man ballast')} shows this manual.`)}
${paragraph(`For Linux without Node.js the portal may also offer the tool as one file, ${cliExecutables.map((name) => code(`/cli/${name}`)).join(' or ')}: its checksum is in the same list, and ${code('--portal')} names this portal at the first sign-in.`)}
${paragraph('Sign in once; the token goes to the keychain of your computer, or to a file that only you can read.')}
${block('ballast login')}
${paragraph(`In CI, set ${code('BALLAST_TOKEN')} to what ${code('ballast login --print-token')} gives you. Every command takes ${code('--json')}; failures are then JSON, too:`)}
${block('{ "error": { "code": "not_signed_in", "message": "…", "exitCode": 3 } }')}`,
};

export const cliPage = ({ commands, sharedOptions, project, variables, exitCodes }: Manual): Page => ({
  path: 'cli',
  title: 'Command line',
  documentTitle: `${installation.brandName} CLI`,
  description:
    'The manual of ballast, the command line: every command with its options, examples and exit codes.',
  lede: `API keys, activity and test tokens from your terminal, with ${code('ballast')}.`,
  sections: [
    install,
    ...commands.map(commandSection),
    {
      id: 'options',
      title: 'Options of every command',
      shortTitle: 'Options',
      html: entries('Options', sharedOptions),
    },
    { id: 'project', title: 'Project file', html: block(project.join('\n')) },
    { id: 'environment', title: 'Environment', html: entries('Variables', variables) },
    {
      id: 'exit-codes',
      title: 'Exit codes',
      html: `${paragraph('A failure is one line on stderr and one of these.')}${entries('Codes', exitCodes)}`,
    },
  ],
});
