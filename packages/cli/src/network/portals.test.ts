// Servers that are not a portal of this version, and the command line's messages about them.
import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { clockAhead } from '@ballast/harness/process-time';
import { expect, test } from 'vitest';
import { ballast, bundle, finished, newHome, shell, start } from '../testing/ballast.ts';
import { oldPortalAnswer, serve } from '../testing/http-server.ts';

const html = { status: 200, type: 'text/html', body: '<!doctype html><p>Hello</p>' };

const expectEnd = async (args: string[], env: Record<string, string>, code: number, line: string) => {
  const { stdout, stderr, exitCode } = await ballast(args, env);
  expect({ stdout, stderr, exitCode }).toEqual({ stdout: '', stderr: `Error: ${line}\n`, exitCode: code });
};

const both = (portal: string) =>
  [
    [['login'], { BALLAST_PORTAL: portal }],
    [['keys', 'list'], { BALLAST_PORTAL: portal, BALLAST_TOKEN: 'blst_cli_x' }],
  ] as [string[], Record<string, string>][];

test('a portal that cannot be reached', async () => {
  for (const [args, env] of both('http://127.0.0.1:2'))
    await expectEnd(
      args,
      env,
      7,
      "The portal at http://127.0.0.1:2 can't be reached (the connection was refused). Check the address and your connection.",
    );
});

test.each([
  ['a web page', () => html],
  ['a missing page', () => ({ ...html, status: 404 })],
  ['a locked door', () => ({ ...html, status: 403 })],
  ['other JSON', () => ({ status: 200, body: '{"hello":"world"}' })],
])('%s at the address is not a portal', async (_, answer) => {
  const portal = await serve(answer);
  const [login] = both(portal);
  if (!login) throw new Error('no case');
  await expectEnd(...login, 8, `${portal} isn't a portal. Check the address.`);
});

test('a token does not make a web page a portal', async () => {
  for (const status of [200, 403, 404]) {
    const portal = await serve(() => ({ ...html, status }));
    const env = { BALLAST_PORTAL: portal, BALLAST_TOKEN: 'blst_cli_x' };
    await expectEnd(['keys', 'list'], env, 8, `${portal} isn't a portal. Check the address.`);
  }
});

test('a portal from before the command line', async () => {
  const portal = await serve(oldPortalAnswer);
  for (const [args, env] of both(portal))
    await expectEnd(
      args,
      env,
      9,
      `The portal at ${portal} is older than this command and doesn't support it yet. Install the one it serves: npm install -g ${portal}/cli/ballast.tgz`,
    );
});

test('a portal whose answers are from a later time', async () => {
  const portal = await serve(() => ({ status: 200, body: '[{"surprise":1}]' }));
  const { stderr, exitCode } = await ballast(['keys', 'list'], {
    BALLAST_PORTAL: portal,
    BALLAST_TOKEN: 'blst_cli_x',
  });
  expect(exitCode).toBe(1);
  expect(stderr).toMatch(/^Error: The portal at \S+ sent a response that this version doesn't understand\./);
});

test('a portal that fails', async () => {
  const body = JSON.stringify({ code: 'unavailable', message: 'The service is busy.', fields: {} });
  const portal = await serve(() => ({ status: 503, body }));
  await expectEnd(['login'], { BALLAST_PORTAL: portal }, 1, 'The service is busy.');
});

test('a token of the environment that the portal refuses is named by its variable', async () => {
  const portal = await serve(() => ({
    status: 401,
    body: '{"code":"unauthorized","message":"","fields":{}}',
  }));
  const env = { BALLAST_PORTAL: portal, BALLAST_TOKEN: 'blst_cli_x' };
  await expectEnd(
    ['whoami'],
    env,
    3,
    `The portal at ${portal} doesn't accept the token in BALLAST_TOKEN: it was revoked, has expired or belongs to another portal. Set another one, or unset it and run ballast login.`,
  );
});

test('an API key that has expired says nothing about the sign-in', async () => {
  const message = 'This API key expired on 1 May 2026.';
  const body = JSON.stringify({ code: 'key_expired', message, fields: {} });
  const portal = await serve(() => ({ status: 401, body }));
  await expectEnd(['balance', '--key', 'blst_test_x'], { BALLAST_PORTAL: portal }, 4, message);
});

test('a found key is read from a pipe, so that it stands in no history', async () => {
  const portal = await serve(() => ({ status: 202, body: '{"message":"Thank you."}' }));
  const pipe = `echo blst_test_x | node ${bundle} keys report`;
  expect(await shell('bash', ['-c', pipe], { BALLAST_PORTAL: portal })).toEqual({
    stdout: 'Thank you.\n',
    stderr: '',
    exitCode: 0,
  });
});

test('the status says what is known, and fails with what is wrong', async () => {
  const portal = await serve(oldPortalAnswer);
  const { stdout, stderr, exitCode } = await ballast(['status', '--json'], { BALLAST_PORTAL: portal });
  expect(exitCode).toBe(3);
  expect(JSON.parse(stdout)).toMatchObject({ portal, reachable: true, portalVersion: '0.0.9', email: null });
  expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'not_signed_in' } });
});

test('the doctor says once what is wrong, and in one short line on stderr which check it was', async () => {
  const portal = await serve(oldPortalAnswer);
  const { stdout, stderr, exitCode } = await ballast(['doctor'], { BALLAST_PORTAL: portal });
  expect(exitCode).toBe(3);
  expect(stdout).toMatch(/^✗ token +Not signed in\. Run ballast login, or set BALLAST_TOKEN\.$/m);
  expect(stderr).toBe('Error: Failed: token.\n');

  const env = { NODE_OPTIONS: `--import=${clockAhead}`, CLOCK_AHEAD_SECONDS: '7200' };
  const off = await ballast(['doctor'], { BALLAST_PORTAL: portal, ...env });
  expect(off).toMatchObject({ exitCode: 3, stderr: 'Error: Failed: clock, token.\n' });

  // A program reads from the failure what is wrong.
  const json = await ballast(['doctor', '--json'], { BALLAST_PORTAL: portal });
  expect(json.exitCode).toBe(3);
  expect(JSON.parse(json.stdout).at(-1)).toMatchObject({ check: 'token', state: 'failed' });
  expect(JSON.parse(json.stderr).error).toEqual({
    code: 'not_signed_in',
    message: 'Not signed in. Run ballast login, or set BALLAST_TOKEN.',
    exitCode: 3,
  });
});

test('Ctrl-C is one line and exit code 130', async () => {
  let arrived = () => {};
  const firstRequest = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const portal = await serve(() => {
    arrived();
    return new Promise(() => {});
  });
  const child = start(['login'], { BALLAST_PORTAL: portal });
  const end = finished(child);
  await firstRequest;
  child.kill('SIGINT');
  expect(await end).toEqual({ stdout: '', stderr: 'Error: Cancelled.\n', exitCode: 130 });
});

test('a stored token goes to the portal that gave it and to no other', async () => {
  const seen: string[] = [];
  const portal = await serve((path) => {
    seen.push(path);
    return oldPortalAnswer(path);
  });
  const config = newHome();
  mkdirSync(join(config, 'ballast'));
  writeFileSync(
    join(config, 'ballast/credentials.json'),
    JSON.stringify({ portal: 'https://portal.example', token: 'blst_cli_x' }),
  );
  const { exitCode } = await ballast(['keys', 'list'], { BALLAST_PORTAL: portal, XDG_CONFIG_HOME: config });
  expect(exitCode).toBe(3);
  expect(seen).toEqual([]);
});

const home = (files: Record<string, unknown>) => {
  const folder = newHome();
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), JSON.stringify(content), { mode: 0o600 });
  }
  return folder;
};

// These portals only write down who calls them.
const watched = async () => {
  const tokens: (string | undefined)[] = [];
  const url = await serve((_, { authorization }) => {
    tokens.push(authorization);
    return { status: 401, body: '{"code":"unauthorized","message":"","fields":{}}' };
  });
  return { url, tokens };
};

test('each portal and each profile gets its own token, and the last sign-in is the usual one', async () => {
  const [a, b] = [await watched(), await watched()];
  const folder = home({
    'config/ballast/credentials.json': {
      portal: a.url,
      profile: 'default',
      signIns: [
        { portal: a.url, profile: 'default', token: 'blst_cli_a' },
        { portal: a.url, profile: 'work', token: 'blst_cli_work' },
        { portal: b.url, profile: 'default', token: 'blst_cli_b' },
        { portal: b.url, profile: 'other', token: 'blst_cli_other' },
      ],
    },
  });
  const whoami = (args: string[], env: Record<string, string> = {}) =>
    ballast(['whoami', ...args], { XDG_CONFIG_HOME: join(folder, 'config'), ...env });
  await whoami([]);
  await whoami(['--profile', 'work']);
  await whoami([], { BALLAST_PROFILE: 'work' });
  await whoami(['--portal', b.url]);
  await whoami([], { BALLAST_PORTAL: `${b.url}/` });
  // Only the second portal knows this profile.
  await whoami(['--profile', 'other']);
  expect(a.tokens).toEqual(['Bearer blst_cli_a', 'Bearer blst_cli_work', 'Bearer blst_cli_work']);
  expect(b.tokens).toEqual(['Bearer blst_cli_b', 'Bearer blst_cli_b', 'Bearer blst_cli_other']);
  expect(await whoami(['--profile', 'nobody'])).toMatchObject({
    exitCode: 3,
    stderr: `Error: Not signed in to ${a.url} as nobody. Run ballast login --profile nobody\n`,
  });
  expect(await whoami(['--profile', '../x'])).toMatchObject({ exitCode: 2 });

  const listed = await ballast(['profiles', '--json'], { XDG_CONFIG_HOME: join(folder, 'config') });
  expect(JSON.parse(listed.stdout).map(({ current }: { current: boolean }) => current)).toEqual([
    true,
    false,
    false,
    false,
  ]);
  expect(listed.stdout).not.toContain('blst_cli_');
});

test('a portal that a project file names gets no secret of another, and is named', async () => {
  const [own, strange] = [await watched(), await watched()];
  const folder = home({
    'config/ballast/credentials.json': { portal: own.url, token: 'blst_cli_own' },
    'clone/.ballast.json': { portal: strange.url, profile: 'work' },
    'clone/src/README': 'below',
  });
  const env = { XDG_CONFIG_HOME: join(folder, 'config') };
  const inClone = (args: string[], more = {}) =>
    ballast(args, { ...env, ...more }, join(folder, 'clone/src'));
  const said = `../.ballast.json chooses the portal ${strange.url}.\n../.ballast.json chooses the profile work.\n`;

  expect(await inClone(['keys', 'list'])).toMatchObject({
    exitCode: 2,
    stderr: `${said}Error: ../.ballast.json chooses the portal ${strange.url}, where nobody has signed in on this device. If you trust it, say --portal ${strange.url}\n`,
  });
  const refusal = (secret: string) =>
    `${said}Error: ${secret} is not sent to ${strange.url}, which ../.ballast.json chooses. If it belongs there, say --portal ${strange.url}\n`;
  expect(await inClone(['whoami'], { BALLAST_TOKEN: 'blst_cli_ci' })).toMatchObject({
    exitCode: 2,
    stderr: refusal('BALLAST_TOKEN'),
  });
  for (const args of [
    ['balance', '--key', 'blst_test_x'],
    ['keys', 'report', 'blst_test_x'],
  ])
    expect(await inClone(args)).toMatchObject({ exitCode: 2, stderr: refusal('The key') });
  // Nobody is led to a page that only looks like a portal.
  const login = await inClone(['login']);
  expect(login).toMatchObject({ exitCode: 2, stdout: '' });
  expect(login.stderr).toContain('where nobody has signed in on this device. If you trust it, say --portal');
  expect(strange.tokens).toEqual([]);

  // A portal that is named on the command line is trusted.
  await inClone(['whoami', '--portal', strange.url], { BALLAST_TOKEN: 'blst_cli_ci' });
  expect(strange.tokens).toEqual(['Bearer blst_cli_ci']);
  await inClone(['whoami', '--portal', own.url]);
  expect(own.tokens).toEqual(['Bearer blst_cli_own']);
});

test('a project file that names the usual portal changes nothing, and one with a secret is refused', async () => {
  const own = await watched();
  const folder = home({
    'config/ballast/credentials.json': { portal: own.url, token: 'blst_cli_own' },
    'same/.ballast.json': { portal: `${own.url}/` },
    'secret/.ballast.json': { portal: own.url, token: 'blst_cli_own' },
    'broken/.ballast.json': 'text',
    'wrong/.ballast.json': { portal: 'ftp://portal.example' },
  });
  const inFolder = (name: string) =>
    ballast(['whoami'], { XDG_CONFIG_HOME: join(folder, 'config') }, join(folder, name));
  expect((await inFolder('same')).stderr).toMatch(/^Error: The portal doesn't accept your token/);
  expect(own.tokens).toEqual(['Bearer blst_cli_own']);
  expect((await inFolder('secret')).stderr).toBe(
    'Error: .ballast.json holds a token or a key. Remove it: the file is for everybody.\n',
  );
  expect((await inFolder('broken')).stderr).toBe(
    'Error: .ballast.json is not JSON of the form { "portal": "…", "profile": "…" }.\n',
  );
  expect((await inFolder('wrong')).stderr).toBe(
    'Error: portal in .ballast.json must be an http or https address, not "ftp://portal.example".\n',
  );
});

test('a damaged file of the sign-in means: not signed in', async () => {
  const config = newHome();
  mkdirSync(join(config, 'ballast'));
  writeFileSync(join(config, 'ballast/credentials.json'), '{"portal":', { mode: 0o600 });
  const { stderr, exitCode } = await ballast(['logout'], { XDG_CONFIG_HOME: config });
  expect(exitCode).toBe(3);
  expect(stderr).toMatch(/ is not JSON\. The next sign-in keeps it aside .*\nError: Not signed in\.\n$/);
});

test('signing out works while the portal is away, and says what is left to do', async () => {
  const config = newHome();
  const file = join(config, 'ballast/credentials.json');
  mkdirSync(join(config, 'ballast'));
  writeFileSync(file, JSON.stringify({ portal: 'http://127.0.0.1:1', token: 'blst_cli_x' }), { mode: 0o600 });
  const env = { XDG_CONFIG_HOME: config };
  const { stderr, exitCode } = await ballast(['logout'], env);
  expect(exitCode).toBe(7);
  expect(stderr).toMatch(
    /^Error: Signed out here, but the token could not be revoked at http:\/\/127\.0\.0\.1:1\. Revoke it in Settings there\./,
  );
  expect((await ballast(['whoami'], env)).stderr).toContain('Not signed in.');
});

test('without the keychain module, and with one that breaks, everything else works', async () => {
  const folder = newHome();
  const copy = join(folder, 'ballast.mjs');
  cpSync(dirname(bundle), folder, { recursive: true });
  const config = join(folder, 'config');
  mkdirSync(join(config, 'ballast'), { recursive: true });
  writeFileSync(join(config, 'ballast/credentials.json'), '{"portal":"http://127.0.0.1:1"}', {
    mode: 0o600,
  });
  const run = () =>
    finished(start(['whoami'], { XDG_CONFIG_HOME: config, BALLAST_NO_KEYCHAIN: '' }, { file: copy }));
  expect(existsSync(join(folder, 'node_modules'))).toBe(false);
  expect(await run()).toMatchObject({ exitCode: 3, stderr: expect.stringContaining('Not signed in.') });

  const broken = join(folder, 'node_modules/@napi-rs/keyring');
  mkdirSync(broken, { recursive: true });
  writeFileSync(join(broken, 'package.json'), '{"main":"index.js"}');
  writeFileSync(join(broken, 'index.js'), 'throw new Error("no native binding")');
  expect(await run()).toMatchObject({ exitCode: 3, stderr: expect.stringContaining('Not signed in.') });
});
