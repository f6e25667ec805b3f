// The file of sign-ins, when something is wrong with it.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ballast, finished, newHome, packageVersion, start } from '../testing/ballast.ts';
import { portalAnswer, profileAnswer, serve } from '../testing/http-server.ts';

const homeWith = (text: string, mode = 0o600) => {
  const folder = join(newHome(), 'config');
  const file = join(folder, 'ballast/credentials.json');
  mkdirSync(join(folder, 'ballast'), { recursive: true });
  writeFileSync(file, text, { mode });
  chmodSync(file, mode);
  return { folder, file };
};

const openPortal = () =>
  serve((path) => (path === '/api/portal' ? portalAnswer(packageVersion) : profileAnswer));

const logIn = (env: Record<string, string>) => {
  const child = start(['login', '--with-token'], env, { stdin: 'pipe' });
  child.stdin?.end('blst_cli_new');
  return finished(child);
};

test.each([
  ['{ "signIns": [', 'is not JSON'],
  ['[]', 'holds no sign-ins'],
  ['{ "signIns": [{ "token": "blst_cli_old" }] }', 'holds entries that are no sign-ins'],
])('%s: every command tells, and the next sign-in keeps the file aside', async (text, fault) => {
  const portal = await openPortal();
  const { folder, file } = homeWith(text);
  const env = { XDG_CONFIG_HOME: folder, BALLAST_PORTAL: portal };
  const note = `${file} ${fault}. The next sign-in keeps it aside and writes a new one.\n`;
  expect(await ballast(['whoami'], env)).toEqual({
    stdout: '',
    stderr: `${note}Error: Not signed in. Run ballast login, or set BALLAST_TOKEN.\n`,
    exitCode: 3,
  });
  expect(readFileSync(file, 'utf8')).toBe(text);

  expect(await logIn(env)).toMatchObject({ stderr: note, exitCode: 0 });
  const [aside = ''] = readdirSync(join(folder, 'ballast')).filter((name) => name.includes('.damaged-'));
  expect(readFileSync(join(folder, 'ballast', aside), 'utf8')).toBe(text);
  expect(await ballast(['whoami'], env)).toMatchObject({ stderr: '', exitCode: 0 });
});

test('a file that others can read is closed to them, and its owner hears of it once', async () => {
  const portal = await openPortal();
  const signIns = [{ portal, profile: 'default', token: 'blst_cli_x' }];
  const { folder, file } = homeWith(JSON.stringify({ portal, signIns }), 0o644);
  const env = { XDG_CONFIG_HOME: folder };
  const first = await ballast(['whoami'], env);
  expect(first).toMatchObject({
    stderr: `${file} could be read by others (mode 644). Only you can read it now.\n`,
    exitCode: 0,
  });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect((await ballast(['whoami'], env)).stderr).toBe('');
});

test('without a file there is nothing to tell', async () => {
  const folder = newHome();
  const { stderr } = await ballast(['profiles'], { XDG_CONFIG_HOME: folder });
  expect(stderr).toBe("You're not signed in. Run ballast login.\n");
  expect(existsSync(join(folder, 'ballast/credentials.json'))).toBe(false);
});
