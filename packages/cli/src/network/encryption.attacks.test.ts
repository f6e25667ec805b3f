// A token never goes to another machine in the clear, unless somebody says so.
import { expect, test } from 'vitest';
import { ballast, packageVersion } from '../testing/ballast.ts';
import { portalAnswer, profileAnswer, serve } from '../testing/http-server.ts';
import { isUnencrypted } from './encryption.ts';

const away = 'http://portal.example:4414';

// The server is the proxy, so it sees what would leave this machine.
const listener = async () => {
  const seen: string[] = [];
  const proxy = await serve((path, { authorization = 'nobody' }) => {
    seen.push(`${path.replace(away, '')} ${authorization}`);
    return path.endsWith('/api/portal') ? portalAnswer(packageVersion) : profileAnswer;
  });
  return { seen, env: { HTTP_PROXY: proxy, BALLAST_PORTAL: away } };
};

const refusal = `${away} is not encrypted: others on the way could read the token. Use https, or add --insecure to send it all the same.`;

test.each([
  ['http://localhost:3000', false],
  ['http://portal.localhost', false],
  ['http://127.0.0.9:3000/portal', false],
  ['http://[::1]:3000', false],
  ['https://portal.example', false],
  ['http://portal.example', true],
  ['http://localhost.example', true],
  ['http://127.0.0.1.example', true],
  ['http://10.0.0.7', true],
])('%s is readable for others on the way: %s', (address, expected) => {
  expect(isUnencrypted(address)).toBe(expected);
});

test.each([
  [['whoami'], { BALLAST_TOKEN: 'blst_cli_secret' }],
  [['api', 'GET', '/api-keys'], { BALLAST_TOKEN: 'blst_cli_secret' }],
  [['balance', '--key', 'blst_test_secret'], {}],
  [['login', '--no-browser'], {}],
])('%j sends nothing to an http portal of another machine', async (args, secrets) => {
  const { seen, env } = await listener();
  const end = await ballast(args, { ...env, ...secrets });
  expect(end).toEqual({ stdout: '', stderr: `Error: ${refusal}\n`, exitCode: 2 });
  expect(seen).toEqual([]);
});

test.each([
  [['--insecure'], {}],
  [[], { BALLAST_INSECURE: '1' }],
])('with %j and %j it does', async (flags, more) => {
  const { seen, env } = await listener();
  const end = await ballast(['whoami', ...flags], { ...env, ...more, BALLAST_TOKEN: 'blst_cli_secret' });
  expect(end).toMatchObject({ stderr: '', exitCode: 0 });
  expect(seen).toEqual(['/api/users/profile Bearer blst_cli_secret']);
});

test('the doctor warns of it, and keeps the token', async () => {
  const { seen, env } = await listener();
  const token = { BALLAST_TOKEN: 'blst_cli_secret' };
  const { stdout, exitCode } = await ballast(['doctor'], { ...env, ...token });
  expect(stdout).toMatch(/^! network +http:\/\/portal\.example:4414 responds without encryption: /m);
  expect(stdout).toContain(`✗ token    ${refusal}`);
  expect(exitCode).toBe(2);
  expect(seen).toEqual(['/api/portal nobody']);
  const insecure = await ballast(['doctor', '--insecure'], { ...env, ...token });
  expect(insecure.stdout).toMatch(/^! network .*without encryption/m);
  expect(insecure.exitCode).toBe(0);
});
