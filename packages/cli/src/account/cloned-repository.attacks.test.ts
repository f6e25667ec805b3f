// Somebody cloned a repository of a stranger and runs the tool in it.
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { possiblePlaces } from '../system/find-program.ts';
import { openBrowser } from '../system/open-browser.ts';
import { ballast, newHome, packageVersion } from '../testing/ballast.ts';
import { keyNamed, portalAnswer, portalOfVersion, serve } from '../testing/http-server.ts';

const repository = (portal: unknown) => {
  const folder = newHome();
  writeFileSync(join(folder, '.ballast.json'), JSON.stringify({ portal }));
  return folder;
};

// A program of that name writes down that it was started.
const program = (folder: string, name: string) => {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, name);
  const started = join(folder, `${name}-started`);
  writeFileSync(file, `#!/bin/sh\necho "$@" > '${started}'\n`);
  chmodSync(file, 0o755);
  return started;
};

test('no command calls or opens a portal that only a project file names, or recommends its package', async () => {
  const requests: string[] = [];
  const portal = await serve((path) => {
    requests.push(path);
    return portalAnswer('99.0.0');
  });
  const folder = repository(portal);
  const started = program(join(folder, 'bin'), 'my-browser');
  const env = { BROWSER: join(folder, 'bin/my-browser') };
  for (const args of [['doctor'], ['status'], ['open'], ['open', '--json'], ['login'], ['keys', 'list']]) {
    const { stdout, stderr, exitCode } = await ballast(args, env, folder);
    expect(exitCode, args.join(' ')).not.toBe(0);
    expect(stdout + stderr, args.join(' ')).not.toContain('npm install');
    expect(stdout + stderr, args.join(' ')).toContain(`If you trust it, say --portal ${portal}`);
  }
  expect(requests).toEqual([]);
  expect(existsSync(started)).toBe(false);
  // Its address may be looked at, and a portal that is named on the command line is trusted.
  expect((await ballast(['open', '--print'], env, folder)).stdout).toBe(`${portal}/dashboard\n`);
  const named = await ballast(['doctor', '--portal', portal], env, folder);
  expect(named.stdout).toContain(`npm install -g ${portal}/cli/ballast.tgz`);
});

test('the advice to whoever is not signed in leads from a project’s portal to a sign-in there', async () => {
  const portal = await serve(portalOfVersion(packageVersion));
  const folder = repository(portal);
  const trust = `.ballast.json chooses the portal ${portal}, where nobody has signed in on this device. If you trust it, say --portal ${portal}`;
  for (const args of [['login'], ['doctor'], ['keys', 'list'], ['whoami', '--profile', 'default']]) {
    const { stdout, stderr, exitCode } = await ballast([...args, '--json'], {}, folder);
    expect({ args, exitCode }).toEqual({ args, exitCode: 2 });
    expect({ stdout: args[0] === 'doctor' || stdout, error: JSON.parse(stderr).error }).toEqual({
      stdout: args[0] === 'doctor' || '',
      error: { code: 'usage', message: trust, exitCode: 2 },
    });
  }
  for (const [args, advice] of [
    [['keys', 'list'], `Run ballast login --portal ${portal}, or set BALLAST_TOKEN.`],
    [['status'], `Run ballast login --portal ${portal}, or set BALLAST_TOKEN.`],
    [['doctor'], `Run ballast login --portal ${portal}, or set BALLAST_TOKEN.`],
    [['keys', 'list', '--profile', 'work'], `Run ballast login --portal ${portal} --profile work`],
  ] as const) {
    const { stderr, exitCode } = await ballast([...args, '--portal', portal, '--json'], {}, folder);
    expect({ args, exitCode }).toEqual({ args, exitCode: 3 });
    expect(JSON.parse(stderr).error.message).toContain(advice);
  }
});

test('BALLAST_TOKEN is recommended only where it is sent', async () => {
  const [known, other] = ['http://127.0.0.1:1', 'http://127.0.0.1:2'];
  const folder = repository(known);
  const config = join(folder, 'config');
  mkdirSync(join(config, 'ballast'), { recursive: true });
  const signIns = [known, other].map((portal) => ({ portal, profile: 'work', token: 'blst_cli_x' }));
  writeFileSync(
    join(config, 'ballast/credentials.json'),
    JSON.stringify({ portal: other, profile: 'work', signIns }),
  );
  writeFileSync(join(folder, '.ballast.json'), JSON.stringify({ portal: known, profile: 'team' }));
  const env = { XDG_CONFIG_HOME: config };
  const { stderr, exitCode } = await ballast(['whoami', '--json'], env, folder);
  expect(exitCode).toBe(3);
  expect(JSON.parse(stderr).error.message).toBe(`Not signed in to ${known} as team. Run ballast login`);
  const refused = await ballast(['whoami'], { ...env, BALLAST_TOKEN: 'blst_cli_x' }, folder);
  expect(refused.stderr).toContain('BALLAST_TOKEN is not sent to');
});

test('the status of a project’s portal says that it was not asked, and not that it is away', async () => {
  const folder = repository('http://127.0.0.1:1');
  const { stdout, exitCode } = await ballast(['status'], {}, folder);
  expect(exitCode).toBe(2);
  expect(stdout).toMatch(/^Reachable +not asked$/m);
  expect(JSON.parse((await ballast(['status', '--json'], {}, folder)).stdout)).toMatchObject({
    reachable: null,
    portalVersion: null,
  });
  const named = ['status', '--portal', 'http://127.0.0.1:1'];
  expect((await ballast(named, {}, folder)).stdout).toMatch(/^Reachable +no$/m);
  expect(JSON.parse((await ballast([...named, '--json'], {}, folder)).stdout).reachable).toBe(false);
});

test.each([
  'http://x.example/;reboot;',
  'http://$(reboot).example',
  "http://x.example/'&calc&'",
  'javascript:1',
])('a project cannot put a command for the shell into a portal’s address: %s', async (portal) => {
  const { stdout, stderr, exitCode } = await ballast(['open', '--print'], {}, repository(portal));
  expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 });
  expect(stderr).toMatch(/must be an http or https address/);
});

test.each(['', '.', 'bin', '/nowhere:'])('git is never run from the project, with PATH=%j', async (entry) => {
  const portal = await serve(() => ({ status: 200, body: JSON.stringify([keyNamed('Checkout')]) }));
  const folder = newHome();
  const started = [program(folder, 'git'), program(join(folder, 'bin'), 'git')];
  const { PATH = '' } = process.env;
  const env = { BALLAST_PORTAL: portal, BALLAST_TOKEN: 'blst_cli_x', PATH: `${entry}:${PATH}` };
  expect(await ballast(['env', 'pull'], env, folder)).toMatchObject({ exitCode: 0 });
  expect(started.filter((file) => existsSync(file))).toEqual([]);
  expect(readFileSync(join(folder, '.env'), 'utf8')).toMatch(/^BALLAST_API_KEY=blst_test_0+\n$/);
});

test('on Windows a program is looked for in whole paths of PATH alone, and a script is none', () => {
  const env = { Path: 'C:\\Program Files\\Git\\cmd;.;;bin;\\\\server\\tools' };
  expect(possiblePlaces('git', { env, platform: 'win32' })).toEqual([
    'C:\\Program Files\\Git\\cmd\\git.exe',
    'C:\\Program Files\\Git\\cmd\\git.com',
    '\\\\server\\tools\\git.exe',
    '\\\\server\\tools\\git.com',
  ]);
  expect(possiblePlaces('.\\git', { env, platform: 'win32' })).toEqual([]);
  expect(possiblePlaces('./browser', { env: { PATH: '/usr/bin' }, platform: 'linux' })).toEqual([]);
});

test.each([
  'file:///etc/passwd',
  'javascript:alert(1)',
  '--help',
  'http://x.example/$(id)',
  'http://x.example/"&calc',
])('no browser is started for %s', async (address) => {
  const folder = newHome();
  const started = program(folder, 'my-browser');
  const env = { BROWSER: join(folder, 'my-browser') };
  expect(await openBrowser({ env, platform: 'linux' }, address)).toBe(false);
  expect(existsSync(started)).toBe(false);
  expect(await openBrowser({ env, platform: 'linux' }, 'https://x.example/cli/auth?a=b&c=d')).toBe(true);
});
