// Signing in without a person: with a token that exists already, and what CI is told instead.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ballast, finished, newHome, packageVersion, start } from '../testing/ballast.ts';
import { portalAnswer, profileAnswer, serve } from '../testing/http-server.ts';

const token = 'blst_cli_0123456789abcdef';

const portalThatLogs = async () => {
  const seen: string[] = [];
  const portal = await serve((path, { authorization = 'nobody' }) => {
    seen.push(`${path} ${authorization}`);
    return path === '/api/portal' ? portalAnswer(packageVersion) : profileAnswer;
  });
  return { portal, seen };
};

const withStdin = (args: string[], env: Record<string, string>, text: string) => {
  const child = start(args, env, { stdin: 'pipe' });
  child.stdin?.end(text);
  return finished(child);
};

test('a token from stdin is checked, stored for its owner alone and printed again', async () => {
  const { portal, seen } = await portalThatLogs();
  const home = newHome();
  const env = { XDG_CONFIG_HOME: home, BALLAST_PORTAL: portal, CI: 'true' };
  const signedIn = await withStdin(['login', '--with-token'], env, `${token}\n`);
  expect(signedIn).toMatchObject({ stderr: '', exitCode: 0 });
  expect(signedIn.stdout).toContain(`Signed in to Ballast at ${portal} as mara@northwind.example.`);
  expect(signedIn.stdout).not.toContain(token);
  expect(seen).toEqual(['/api/portal nobody', `/api/users/profile Bearer ${token}`]);
  expect(statSync(join(home, 'ballast/credentials.json')).mode & 0o777).toBe(0o600);

  expect(await ballast(['auth', 'token'], env)).toEqual({ stdout: `${token}\n`, stderr: '', exitCode: 0 });
  const asJson = await ballast(['auth', 'token', '--json'], env);
  expect(JSON.parse(asJson.stdout)).toEqual({ portal, profile: 'default', token, tokenPlace: 'file' });
  expect((await ballast(['whoami'], env)).exitCode).toBe(0);

  // It was made elsewhere, so this device forgets it and revokes nothing.
  const out = await ballast(['logout', '--json'], env);
  expect(JSON.parse(out.stdout)).toEqual({ portal, profile: 'default', revoked: false });
  expect(seen.filter((line) => line.includes('logout') || line.includes('/cli/'))).toEqual([]);
  expect(readFileSync(join(home, 'ballast/credentials.json'), 'utf8')).not.toContain(token);
  expect(await ballast(['auth', 'token'], env)).toMatchObject({ stdout: '', exitCode: 3 });
});

test.each([
  ['', 'There is no token on stdin.'],
  ['two words', 'What stdin holds is no token.'],
  ['blst_cli_x\nblst_cli_y', 'What stdin holds is no token.'],
])('%j on stdin is no token, and nobody is asked', async (text, problem) => {
  const { portal, seen } = await portalThatLogs();
  const { stdout, stderr, exitCode } = await withStdin(
    ['login', '--with-token'],
    { BALLAST_PORTAL: portal },
    text,
  );
  expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 });
  expect(stderr).toBe(`Error: ${problem} Pipe it in: ballast login --with-token < token.txt\n`);
  expect(seen).toEqual([]);
});

test('input without an end is no token', async () => {
  const { portal } = await portalThatLogs();
  const child = start(['login', '--with-token'], { BALLAST_PORTAL: portal }, { stdin: 'pipe' });
  const { stdin } = child;
  // The tool is gone before it has read everything.
  stdin?.on('error', () => {});
  const writeOn = () => void stdin?.write('y\n'.repeat(10_000), (error) => error ?? writeOn());
  writeOn();
  const { stderr, exitCode } = await finished(child);
  expect({ stderr, exitCode }).toEqual({
    stderr: 'Error: What stdin holds is no token. Pipe it in: ballast login --with-token < token.txt\n',
    exitCode: 2,
  });
});

test('a token that the portal refuses is not stored', async () => {
  const portal = await serve((path) =>
    path === '/api/portal'
      ? portalAnswer(packageVersion)
      : { status: 401, body: JSON.stringify({ code: 'unauthorized', message: 'No.', fields: {} }) },
  );
  const env = { XDG_CONFIG_HOME: newHome(), BALLAST_PORTAL: portal };
  expect((await withStdin(['login', '--with-token'], env, token)).exitCode).toBe(3);
  expect((await ballast(['auth', 'token'], env)).exitCode).toBe(3);
});

test('in CI a plain sign-in refuses at once and says what to set', async () => {
  const { portal, seen } = await portalThatLogs();
  const end = await ballast(['login'], { BALLAST_PORTAL: portal, CI: 'true' });
  expect(end).toEqual({
    stdout: '',
    stderr:
      'Error: Nobody can authorize a sign-in in CI. Set BALLAST_TOKEN, or use ballast login --with-token.\n',
    exitCode: 2,
  });
  expect(seen).toEqual([]);
  // Somebody reads the address in the log of the build.
  await ballast(['login', '--no-browser'], { BALLAST_PORTAL: portal, CI: 'true' });
  expect(seen[0]).toBe('/api/portal nobody');
});
