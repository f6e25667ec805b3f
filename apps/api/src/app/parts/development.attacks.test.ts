// What exists for development alone, tried from where nobody may reach it.
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@ballast/harness/free-port';
import { runPortal } from '@ballast/harness/portal';
import { expect, test } from 'vitest';
import { useTestApp } from '../../../testing/test-app.ts';
import { readConfig } from '../../runtime/settings/config.ts';

const app = useTestApp();

const ask = async (path: string, headers: Record<string, string>, method = 'GET') => {
  const sent = request(`${app().url}${path}`, { method, headers });
  sent.end();
  const [answer] = await once(sent, 'response');
  let body = '';
  for await (const chunk of answer) body += chunk;
  return { status: answer.statusCode as number, body };
};

const devPaths = [
  '/dev/mailbox',
  '/dev/mailbox.json',
  '/dev/mailbox.css',
  '/dev/mailbox/1',
  '/dev/github/login/oauth/authorize',
  '/dev/github/style.css',
  '/dev/github/api/v3/user',
  '/dev/github/api/v3/user/emails',
  '/dev/google/authorize',
  '/dev/google/style.css',
  '/dev/google/jwks',
  '/dev/google/.well-known/openid-configuration',
];
const devPosts = [
  '/dev/github/login/oauth/authorize',
  '/dev/github/login/oauth/access_token',
  '/dev/google/authorize',
  '/dev/google/token',
];

test('row 3: without NODE_ENV a public address does not start, and one line names the variable', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'ballast-public-'));
  const env = { DATA_DIR: dataDir, PORT: String(await freePort()), PUBLIC_URL: 'https://portal.example' };
  const { output, exit } = runPortal(env);
  expect(await exit).toBe(1);
  expect(output.stdout).toBe('');
  expect(output.stderr.trim().split('\n')).toHaveLength(1);
  expect(output.stderr).toMatch(/^Configuration: PUBLIC_URL .*set NODE_ENV=production.*SMTP_URL/);
  await rm(dataDir, { recursive: true, force: true });
});

test.each([
  ...[
    'https://portal.example',
    'http://10.0.0.5:3000',
    'http://localhost.evil.example',
    'http://128.0.0.1',
  ].map((PUBLIC_URL) => ({ PUBLIC_URL })),
  ...['0.0.0.0', '::', '192.168.1.20', 'portal.example', '::ffff:10.0.0.5'].map((HOST) => ({ HOST })),
])('row 3: development with %j does not start', (env) => {
  for (const NODE_ENV of [undefined, 'development', 'test'])
    expect(() => readConfig({ ...env, NODE_ENV })).toThrow(/set NODE_ENV=production/);
});

test.each([
  { PUBLIC_URL: 'http://localhost:5173' },
  { PUBLIC_URL: 'http://portal.localhost' },
  { PUBLIC_URL: 'http://127.8.9.10:3000' },
  { PUBLIC_URL: 'http://[::1]:3000' },
  { HOST: '::1' },
  { HOST: 'localhost' },
])('development with %j starts', (env) => {
  expect(URL.canParse(readConfig(env).publicUrl)).toBe(true);
});

test('row 25: under a foreign Host nothing of a development server answers', async () => {
  for (const host of [
    'evil.example',
    'localhost.evil.example',
    '10.0.0.5:3000',
    '127.0.0.1.evil.example',
    'x@localhost',
  ]) {
    for (const path of [...devPaths, '/api/portal', '/docs', '/nothing']) {
      const { status, body } = await ask(path, { host });
      expect([host, path, status]).toEqual([host, path, 421]);
      expect(JSON.parse(body)).toMatchObject({ code: 'misdirected', fields: {} });
    }
    for (const path of devPosts) expect((await ask(path, { host }, 'POST')).status).toBe(421);
  }
});

test('row 25: the key check answers a gateway that says its upstream’s name, and tells nothing without a key', async () => {
  expect(await ask('/v1/key-check', { host: 'ballast' })).toMatchObject({
    status: 401,
    body: expect.stringContaining('key_unknown'),
  });
});

test('row 25: what a proxy passes on never reaches the dev mailbox or the dev provider', async () => {
  const signs = {
    'x-forwarded-for': '203.0.113.9',
    'x-forwarded-host': 'a.example',
    forwarded: 'for=x',
    via: '1.1 a',
  };
  for (const [name, value] of Object.entries(signs)) {
    for (const path of devPaths) {
      const { status } = await ask(path, { host: 'localhost', [name]: value });
      expect([name, path, status]).toEqual([name, path, 404]);
    }
    for (const path of devPosts) {
      expect((await ask(path, { host: 'localhost', [name]: value }, 'POST')).status).toBe(404);
    }
  }
});

test('a developer on the machine itself reaches all of it', async () => {
  for (const host of ['localhost:5173', 'portal.localhost', '127.0.0.1', '[::1]:3000', 'LOCALHOST']) {
    expect((await ask('/dev/mailbox.json', { host })).status).toBe(200);
    expect((await ask('/dev/google/jwks', { host })).status).toBe(200);
  }
});
