// The command line before it talks to anybody: help, mistakes, colours, pipes.
import { expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { ballast, bundle, shell } from '../testing/ballast.ts';

const commands = [
  'login',
  'logout',
  'auth token',
  'profiles list',
  'profiles use',
  'whoami',
  'status',
  'keys list',
  'keys show',
  'keys usage',
  'keys refusals',
  'keys create',
  'keys restrict',
  'keys rotate',
  'keys end-grace',
  'keys rename',
  'keys delete',
  'keys request-limit',
  'keys limit-requests',
  'keys report',
  'tokens create',
  'tokens list',
  'tokens revoke',
  'requests',
  'activity',
  'faucet',
  'balance',
  'env pull',
  'open',
  'api',
  'doctor',
  'completion',
  'version',
];
const signedIn = { BALLAST_TOKEN: 'blst_cli_x', BALLAST_PORTAL: 'http://127.0.0.1:1' };

test.each(['--version', '-v', '-V', 'version'])('%s prints the version and nothing else', async (flag) => {
  expect(await ballast([flag])).toEqual({ stdout: `${packageJson.version}\n`, stderr: '', exitCode: 0 });
});

test('the help lists the commands, the environment and every exit code', async () => {
  const { stdout, stderr, exitCode } = await ballast(['--help']);
  expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
  for (const command of commands) expect(stdout).toContain(`  ${command.split(' ')[0]}`);
  expect(stdout).toContain('BALLAST_TOKEN');
  expect(stdout).toMatch(/^ {2}130 {2}cancelled/m);
});

test.each(commands)('the help of %s has examples', async (command) => {
  const { stdout, exitCode } = await ballast([...command.split(' '), '--help']);
  expect(exitCode).toBe(0);
  expect(stdout).toContain(`Usage: ballast ${command}`);
  expect(stdout).toMatch(new RegExp(`Examples:\n.*ballast ${command.split(' ')[0]}`));
});

test('the name alone prints the help; a group without its command is a wrong use', async () => {
  const { stdout, stderr, exitCode } = await ballast([]);
  expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
  expect(stdout).toBe((await ballast(['--help'])).stdout);
  const group = await ballast(['keys']);
  expect(group).toMatchObject({ stdout: '', exitCode: 2 });
  expect(group.stderr).toContain('Commands:');
});

test.each([
  [['kyes'], "Error: Unknown command 'kyes'. (Did you mean keys?)"],
  [['keys', 'lst'], "Error: Unknown command 'lst'. (Did you mean one of list, ls?)"],
  [['keys', 'list', '--revael'], "Error: Unknown option '--revael'. (Did you mean --reveal?)"],
  [
    ['keys', 'list', '-e', 'staging'],
    /^Error: Option '-e, --environment <environment>' argument 'staging' is invalid. Allowed choices are sandbox, production.$/,
  ],
  [
    ['keys', 'create', '--expires', 'soon'],
    /'soon' is invalid. It must be a time from now, such as 30d or 12h, a date/,
  ],
  [['activity', '--limit', '0'], /argument '0' is invalid. It must be a whole number of at least 1.$/],
  [
    ['activity', '--since', 'soon'],
    /'soon' is invalid. It must be a time back from now, such as 30m, 12h or 7d/,
  ],
  [
    ['api', 'FETCH', '/portal'],
    'Error: The method must be one of GET, POST, PUT, PATCH, DELETE, not "FETCH".',
  ],
  [['activity', '--category', 'x'], /Allowed choices are api_key, account, auth, faucet, other.$/],
  [['completion', 'tcsh'], /Allowed choices are bash, zsh, fish, powershell.$/],
  [['login', '--portal', 'portal'], 'Error: --portal must be an http or https address, not "portal".'],
  [['login', '--portal', 'ftp://x'], 'Error: --portal must be an http or https address, not "ftp://x".'],
  [['whoami', '--timeout', 'soon'], /'soon' is invalid. Use a number of seconds from 1 to 600\.$/],
  [['login'], 'Error: No portal is known yet: run ballast login --portal URL.'],
])('%j is one clear line and exit code 2', async (args, line) => {
  const { stdout, stderr, exitCode } = await ballast(args);
  expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 });
  expect(stderr.endsWith('\n')).toBe(true);
  expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  if (typeof line === 'string') expect(stderr.trimEnd()).toBe(line);
  else expect(stderr.trimEnd()).toMatch(line);
});

test.each([
  [['keys', 'create', '--name', 'A'], 'Add the environment: --environment sandbox or production.'],
  [['keys', 'create', '-e', 'sandbox'], 'Add a name: --name NAME.'],
  [['keys', 'create', '-e', 'sandbox', '--name', ' '], 'Please provide a name for the API key'],
  [['keys', 'rotate'], 'Add the name or the id of the key.'],
  [['keys', 'restrict', 'A'], 'Nothing to restrict. Add --expires, --scope or --allow.'],
  [['keys', 'delete', '--yes'], 'Add the name or the id of the key.'],
  [['api', 'GET', 'https://evil.example/api/x'], /^The path must be one of the portal's API/],
  [['api', 'GET', '//evil.example/x'], /^The path must be one of the portal's API/],
  [['api', 'GET', '/api/../../metrics'], /^The path must be one of the portal's API/],
  [['env', 'pull', '--variable', 'a b'], /^--variable must be a name such as BALLAST_API_KEY/],
  [['faucet', '--to', '0x12'], 'Enter an address: 0x followed by 40 hexadecimal digits.'],
])('without a terminal %j says which flag is missing or wrong, and asks nothing', async (args, line) => {
  const { stderr, exitCode } = await ballast(args, signedIn);
  expect(exitCode).toBe(2);
  if (typeof line === 'string') expect(stderr).toBe(`Error: ${line}\n`);
  else expect(stderr.replace('Error: ', '')).toMatch(line);
});

test('with --json a failure is JSON on stderr', async () => {
  const { stdout, stderr, exitCode } = await ballast(['keys', 'create', '--json'], signedIn);
  expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 });
  expect(JSON.parse(stderr)).toEqual({
    error: {
      code: 'usage',
      message: 'Add the environment: --environment sandbox or production.',
      exitCode: 2,
    },
  });
});

test('whoever is not signed in is told how to', async () => {
  const { stderr, exitCode } = await ballast(['keys', 'list'], { BALLAST_PORTAL: 'http://127.0.0.1:1' });
  expect({ stderr, exitCode }).toEqual({
    stderr: 'Error: Not signed in. Run ballast login, or set BALLAST_TOKEN.\n',
    exitCode: 3,
  });
});

test('colours are off in a pipe, on with FORCE_COLOR, and NO_COLOR wins', async () => {
  const paint = '\u001b[';
  expect((await ballast(['kyes'])).stderr).not.toContain(paint);
  expect((await ballast(['kyes'], { FORCE_COLOR: '1' })).stderr).toContain(`${paint}31mError:`);
  expect((await ballast(['kyes'], { FORCE_COLOR: '0' })).stderr).not.toContain(paint);
  expect((await ballast(['kyes'], { FORCE_COLOR: '1', NO_COLOR: '1' })).stderr).not.toContain(paint);
});

test('a reader that leaves early is no failure', async () => {
  const { stdout, stderr, exitCode } = await shell('bash', [
    '-c',
    `set -o pipefail; node ${bundle} --help | true`,
  ]);
  expect({ stdout, stderr, exitCode }).toEqual({
    stdout: '',
    stderr: '',
    exitCode: 0,
  });
});
