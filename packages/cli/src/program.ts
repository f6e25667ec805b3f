// The help lists the commands in this order.
import { Command, Option } from 'commander';
import { addActivity } from './commands/activity.ts';
import { addBalance } from './commands/balance.ts';
import { addCompletion } from './commands/completion.ts';
import { addFaucet } from './commands/faucet.ts';
import { addKeys } from './commands/keys/keys.ts';
import { addLogin } from './commands/login.ts';
import { addLogout } from './commands/logout.ts';
import { addProfiles } from './commands/profiles/profiles.ts';
import { addStatus } from './commands/status.ts';
import { addWhoami } from './commands/whoami.ts';
import type { Context } from './context.ts';
import { endings } from './failures.ts';
import { projectFileName } from './project-file.ts';

export const variables = {
  BALLAST_TOKEN: 'the token to use, for CI; goes before the sign-in of this device',
  BALLAST_API_KEY: 'the API key that ballast balance uses; goes before the keys of the account',
  BALLAST_PORTAL: "the portal's address; goes before the project file and the last sign-in",
  BALLAST_PROFILE: 'the profile to use; goes before the project file and the last sign-in',
  BALLAST_NO_KEYCHAIN: 'set to keep the token in a file even where there is a keychain',
  BROWSER: 'the command that opens an address; none to open nothing',
  NO_COLOR: 'set to print without colours; FORCE_COLOR to print with them into a pipe',
  XDG_CONFIG_HOME: 'where the file with the sign-ins is kept (default: ~/.config)',
};

export const projectNotes = [
  `${projectFileName}, here or in a folder above, chooses the portal and the profile of a project:`,
  '{ "portal": "https://portal.example", "profile": "work" }',
  'It holds no secret. BALLAST_TOKEN and API keys are not sent to a portal that only this file names.',
];

const sharedOptions = () => [
  new Option(
    '--portal <url>',
    "the portal's address (default: the last one, else the one this tool came from)",
  ),
  new Option('--profile <name>', 'which of your sign-ins to use (default: the last one)'),
];

const rows = (entries: [string, string][]) => {
  const width = Math.max(...entries.map(([name]) => name.length)) + 2;
  return entries.map(([name, text]) => `  ${name.padEnd(width)}${text}`);
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
    ...projectNotes.map((line) => `  ${line}`),
    '',
    'Exit codes:',
    ...rows(codes),
  ].join('\n');
};

export const createProgram = (context: Context) => {
  const program = new Command('ballast')
    .description('The Ballast developer portal on the command line')
    .version(context.info.version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'Print the help of a command')
    .addHelpText('after', generalHelp)
    // Failures are printed in one place, which is run.ts.
    .exitOverride()
    .configureOutput({ outputError: () => {} })
    .configureHelp({ showGlobalOptions: true })
    .hook('preAction', (_, command) => {
      const { portal, profile, json } = command.optsWithGlobals();
      Object.assign(context.flags, { portal, profile, json });
    });
  for (const option of sharedOptions()) program.addOption(option);
  for (const add of [
    addLogin,
    addLogout,
    addProfiles,
    addWhoami,
    addStatus,
    addKeys,
    addActivity,
    addFaucet,
    addBalance,
    addCompletion,
  ])
    add(program, context);
  return program;
};
