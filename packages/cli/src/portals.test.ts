// What may stand at the portal's address, and what the command line says to it.
import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { ballast, bundle, finished, newHome, shell, start } from './testing/ballast.ts';
import { oldPortalAnswer, serve } from './testing/http-server.ts';

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
  for (const [args, env] of both('http://127.0.0.1:1'))
    await expectEnd(
      args,
      env,
      7,
      'The portal at http://127.0.0.1:1 cannot be reached. Check the address and your connection.',
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
  await expectEnd(...login, 8, `${portal} does not answer like a portal. Check the address.`);
});

test('a token does not make a web page a portal', async () => {
  for (const status of [200, 403, 404]) {
    const portal = await serve(() => ({ ...html, status }));
    const env = { BALLAST_PORTAL: portal, BALLAST_TOKEN: 'blst_cli_x' };
    await expectEnd(['keys', 'list'], env, 8, `${portal} does not answer like a portal. Check the address.`);
  }
});

test('a portal from before the command line', async () => {
  const portal = await serve(oldPortalAnswer);
  for (const [args, env] of both(portal))
    await expectEnd(
      args,
      env,
      9,
      `The portal at ${portal} is older than this command and does not know it yet. Install the one it serves: npm install -g ${portal}/cli/ballast.tgz`,
    );
});

test('a portal whose answers are from a later time', async () => {
  const portal = await serve(() => ({ status: 200, body: '[{"surprise":1}]' }));
  const { stderr, exitCode } = await ballast(['keys', 'list'], {
    BALLAST_PORTAL: portal,
    BALLAST_TOKEN: 'blst_cli_x',
  });
  expect(exitCode).toBe(1);
  expect(stderr).toMatch(/^Error: The portal at \S+ answered in a way this version does not understand\./);
});

test('a portal that fails', async () => {
  const body = JSON.stringify({ code: 'unavailable', message: 'The service is busy.', fields: {} });
  const portal = await serve(() => ({ status: 503, body }));
  await expectEnd(['login'], { BALLAST_PORTAL: portal }, 1, 'The service is busy.');
});

test('a token that the portal refuses', async () => {
  const portal = await serve(() => ({
    status: 401,
    body: '{"code":"unauthorized","message":"","fields":{}}',
  }));
  const env = { BALLAST_PORTAL: portal, BALLAST_TOKEN: 'blst_cli_x' };
  await expectEnd(
    ['whoami'],
    env,
    3,
    'The portal does not accept the token: it was revoked. Run ballast login.',
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

test('Ctrl-C is one line and exit code 130', async () => {
  let arrived = () => {};
  const asked = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const portal = await serve(() => {
    arrived();
    return new Promise(() => {});
  });
  const child = start(['login'], { BALLAST_PORTAL: portal });
  const end = finished(child);
  await asked;
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

test('a damaged file of the sign-in means: not signed in', async () => {
  const config = newHome();
  mkdirSync(join(config, 'ballast'));
  writeFileSync(join(config, 'ballast/credentials.json'), '{"portal":');
  const { stderr, exitCode } = await ballast(['logout'], { XDG_CONFIG_HOME: config });
  expect({ stderr, exitCode }).toEqual({ stderr: 'Error: Not signed in.\n', exitCode: 3 });
});

test('signing out works while the portal is away, and says what is left to do', async () => {
  const config = newHome();
  const file = join(config, 'ballast/credentials.json');
  mkdirSync(join(config, 'ballast'));
  writeFileSync(file, JSON.stringify({ portal: 'http://127.0.0.1:1', token: 'blst_cli_x' }));
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
  writeFileSync(join(config, 'ballast/credentials.json'), '{"portal":"http://127.0.0.1:1"}');
  const run = () => finished(start(['whoami'], { XDG_CONFIG_HOME: config, BALLAST_NO_KEYCHAIN: '' }, copy));
  expect(existsSync(join(folder, 'node_modules'))).toBe(false);
  expect(await run()).toMatchObject({ exitCode: 3, stderr: expect.stringContaining('Not signed in.') });

  const broken = join(folder, 'node_modules/@napi-rs/keyring');
  mkdirSync(broken, { recursive: true });
  writeFileSync(join(broken, 'package.json'), '{"main":"index.js"}');
  writeFileSync(join(broken, 'index.js'), 'throw new Error("no native binding")');
  expect(await run()).toMatchObject({ exitCode: 3, stderr: expect.stringContaining('Not signed in.') });
});
