// The help lists the commands in this order.
import { Command, type CommandUnknownOpts, InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { inspectCredentialsFile } from './account/credentials-file.ts';
import { projectFileName } from './account/project-file.ts';
import { addActivity } from './commands/activity.ts';
import { addApi } from './commands/api/api.ts';
import { addAuth } from './commands/auth.ts';
import { addBalance } from './commands/balance.ts';
import { addCompletion } from './commands/completion.ts';
import { addDoctor } from './commands/doctor.ts';
import { addEnv } from './commands/env.ts';
import { addFaucet } from './commands/faucet.ts';
import { addKeys } from './commands/keys/keys.ts';
import { addLogin } from './commands/login.ts';
import { addLogout } from './commands/logout.ts';
import { addOpen } from './commands/open.ts';
import { addProfiles } from './commands/profiles.ts';
import { addRequests } from './commands/requests.ts';
import { addStatus } from './commands/status.ts';
import { addTokens } from './commands/tokens.ts';
import { addVersion } from './commands/version.ts';
import { addWhoami } from './commands/whoami.ts';
import type { Context } from './context.ts';
import { endings } from './failures.ts';
import { leaves, readHelp } from './help/add-command.ts';
import { wrapped } from './help/help-width.ts';

export const variables = {
  BALLAST_TOKEN: 'the token to use, for CI; overrides your sign-in',
  BALLAST_API_KEY: 'the API key for ballast balance; overrides the keys of your account',
  BALLAST_PORTAL: "the portal's URL; overrides the project file and the last sign-in",
  BALLAST_PROFILE: 'the profile to use; overrides the project file and the last sign-in',
  BALLAST_NO_KEYCHAIN: 'set to store the token in a file instead of the keychain',
  BALLAST_NO_UPDATE_CHECK: 'set to never check for a newer version',
  BALLAST_INSECURE: 'set to 1 to send tokens to an http portal on another machine, like --insecure',
  BROWSER: 'the command that opens an address; none to open nothing',
  NO_COLOR: 'set to turn off colors; FORCE_COLOR keeps them in a pipe',
  HTTPS_PROXY: 'the proxy to use; also HTTP_PROXY, ALL_PROXY and NO_PROXY',
  NODE_EXTRA_CA_CERTS: 'a file with more certificates to trust',
  XDG_CONFIG_HOME: 'the folder for the file with your sign-ins (default: ~/.config)',
};

export const projectNotes = [
  `${projectFileName}, here or in a folder above, chooses the portal and the profile of a project:`,
  '{ "portal": "https://portal.example", "profile": "work" }',
  'It holds no secret. BALLAST_TOKEN and API keys are not sent to a portal that only this file names.',
];

const parseTimeout = (text: string) => {
  const seconds = Number(text);
  if (seconds >= 1 && seconds <= 600) return seconds;
  throw new InvalidArgumentError('Use a number of seconds from 1 to 600.');
};

const sharedOptions = () => [
  new Option(
    '--portal <url>',
    "the portal's address (default: the last one, else the one this tool came from)",
  ),
  new Option('--profile <name>', 'which of your sign-ins to use (default: the last one)'),
  new Option('--timeout <seconds>', 'how long to wait for a response, 1 to 600 (default: 30)').argParser(
    parseTimeout,
  ),
  new Option('--insecure', 'send the token to an http portal on another machine, where others can read it'),
  new Option('--wide', 'print tables in full, even if the terminal is narrower'),
  new Option('--debug', 'print each request and its id to stderr'),
];

// Help ends with a line break.
const linesOf = (text: string) => text.replace(/\n$/, '').split('\n');

const rows = (entries: [string, string][]) => {
  const width = Math.max(...entries.map(([name]) => name.length)) + 4;
  return entries.flatMap(([name, text]) => wrapped(`  ${name}`.padEnd(width), text));
};

const generalHelp = () => {
  const codes = Object.values(endings).map(
    ({ exitCode, means }) => [String(exitCode), means] satisfies [string, string],
  );
  return [
    '',
    'Environment:',
    ...rows(Object.entries(variables)),
    '',
    'Project file:',
    ...projectNotes.flatMap((line) => wrapped('  ', line)),
    '',
    'Exit codes:',
    ...rows(codes),
  ].join('\n');
};

// Shells run these themselves, and nobody reads what they would say.
const withoutAccount = new Set(['complete', 'completion', 'version']);

const prepare = async (context: Context, command: CommandUnknownOpts) => {
  const { env, terminal } = context;
  const { portal, profile, timeout, insecure, debug, wide, json, jq } = command.optsWithGlobals();
  const filter = typeof jq === 'string' ? jq : undefined;
  const asJson = json || filter !== undefined;
  Object.assign(context.flags, { portal, profile, timeout, insecure, debug, wide, json: asJson });
  // Without a width nothing is left out or cut, as in a pipe.
  if (wide) terminal.columns = undefined;
  if (filter !== undefined) terminal.filter = await (await import('./terminal/jq.ts')).openFilter(filter);
  if (withoutAccount.has(command.name())) return;
  const notes = await inspectCredentialsFile(env);
  // A program reads JSON on stderr, too.
  if (!asJson) terminal.err.print(notes);
};

export const createProgram = (context: Context) => {
  const program = new Command('ballast')
    .description('The Ballast developer portal on the command line')
    .version(context.info.version, '-v, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'Print the help of a command')
    .addHelpText('after', generalHelp)
    // Failures are printed in one place, which is run.ts.
    .exitOverride()
    .configureOutput({
      outputError: () => {},
      writeOut: (text) => context.terminal.out.print(linesOf(text)),
      writeErr: (text) => context.terminal.err.print(linesOf(text)),
    })
    .configureHelp({ showGlobalOptions: true })
    .hook('preAction', (_, command) => prepare(context, command));
  for (const option of sharedOptions()) program.addOption(option);
  for (const add of [
    addLogin,
    addLogout,
    addAuth,
    addProfiles,
    addWhoami,
    addStatus,
    addKeys,
    addTokens,
    addRequests,
    addActivity,
    addFaucet,
    addBalance,
    addEnv,
    addOpen,
    addApi,
    addDoctor,
    addCompletion,
    addVersion,
  ])
    add(program, context);
  for (const command of leaves(program))
    if (readHelp(command).json)
      command
        .option('--json', 'print JSON; errors too, on stderr')
        .option('--jq <filter>', 'filter the JSON with jq, one result per line');
  return program;
};
