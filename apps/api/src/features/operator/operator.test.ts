// The provider team's commands, as processes against a running portal.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createKey, getKey } from '@ballast/contract/keys/api-keys';
import { getKeyUsage } from '@ballast/contract/keys/key-usage';
import { requestRateLimit } from '@ballast/contract/keys/rate-limit-requests';
import { type Developer, newDeveloper } from '@ballast/harness/developer';
import { mailsTo } from '@ballast/harness/mailbox';
import { startPortal } from '@ballast/harness/portal';
import { waitFor } from '@ballast/harness/wait-for';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { databaseVariables } from '../../../testing/databases/database.ts';
import { provedName } from '../../app/proved-name.ts';
import { dist } from '../../runtime/settings/places.ts';

const main = join(dist, 'operator.js');
let dataDir: string;
let server: Awaited<ReturnType<typeof startPortal>>;
let call: Developer['call'];
const email = 'mara@northwind.dev';
const systemUser = provedName(undefined);

const operator = async (...args: string[]) => {
  const run = promisify(execFile)(process.execPath, [main, ...args], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir },
  });
  return run.then(
    ({ stdout }) => ({ code: 0, stdout, stderr: '' }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  );
};

const mailAbout = (subject: RegExp) =>
  waitFor(`a mail to ${email} about ${subject}`, async () => {
    const mail = (await mailsTo(server.url, email)).find((each) => subject.test(each.subject));
    if (!mail) throw new Error('there is none');
    return mail;
  });

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'ballast-operator-'));
  server = await startPortal({ DATA_DIR: dataDir, ...(await databaseVariables()) });
  ({ call } = await newDeveloper(server.url, { email }));
});
afterAll(async () => {
  await server?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const newRequest = async (name: string, requestedLimit: number) => {
  const key = await call(createKey, { body: { name, environment: 'SANDBOX' } });
  const body = { requestedLimit, reason: 'We onboard three merchants in May.' };
  const { request } = await call(requestRateLimit, { params: { id: key.id }, body });
  return { key, request };
};

test('a request is listed, shown and approved; the limit holds at once and the developer is told', async () => {
  const { key, request } = await newRequest('approved-key', 120);
  const list = await operator('requests', 'list');
  expect(list.stdout).toMatch(
    new RegExp(`${request.id.slice(0, 8)}\\s+PENDING\\s+SANDBOX\\s+3 → 120\\s+${email}\\s+approved-key`),
  );
  expect((await operator('requests', 'show', request.id.slice(0, 8))).stdout).toContain(
    'We onboard three merchants in May.',
  );

  const approval = await operator('requests', 'approve', request.id.slice(0, 8), '--note', 'Welcome aboard');
  expect(approval).toMatchObject({ code: 0 });
  await waitFor('the approval to be logged', () =>
    expect(server.output.stdout).toMatch(
      /"reqId":"[0-9a-f-]{36}","event":"operator_action","operator":"[^"]+","method":"POST","path":"[^"]*:id[^"]*","status":200/,
    ),
  );
  expect(await call(getKey, { params: { id: key.id } })).toMatchObject({
    rateLimit: 120,
    latestRequest: { status: 'APPROVED', note: 'Welcome aboard' },
  });
  expect((await mailAbout(/rate limit is now 120/)).text).toContain('Welcome aboard');
  expect(await operator('requests', 'approve', request.id)).toMatchObject({
    code: 1,
    stderr: 'This request has been decided already\n',
  });
  const approved = await operator('requests', 'list', '--status', 'approved');
  expect(approved.stdout).toMatch(/APPROVED\s+SANDBOX\s+3 → 120\s/);
  const log = JSON.parse((await operator('log', '--json')).stdout);
  expect(log.entries).toMatchObject([
    { actor: systemUser, action: 'requests list', after: { status: 'APPROVED' } },
    { actor: systemUser, action: 'requests approve', before: { limit: 3 }, after: { limit: 120 } },
    { actor: systemUser, action: 'requests show' },
    { actor: systemUser, action: 'requests list', after: { status: 'PENDING' } },
  ]);
});

test('the reviewer sees how the key was used, and how often it was limited', async () => {
  const { key, request } = await newRequest('busy-key', 120);
  const unused = await operator('requests', 'show', request.id);
  expect(unused.stdout).toMatch(/Last 24 h\s+0 requests: 0 allowed, 0 rate limited, 0 rejected\n/);
  expect(unused.stdout).toMatch(/Busiest minute\s+none in 30 days\n/);
  expect(unused.stdout).toMatch(/Last used\s+never\n/);

  const headers = { authorization: `Bearer ${key.key}`, 'user-agent': 'checkout/1.0' };
  const checks = Array.from({ length: 20 }, () => fetch(`${server.url}/v1/key-check`, { headers }));
  const allowed = (await Promise.all(checks)).filter(({ ok }) => ok).length;
  const counts = `20 requests: ${allowed} allowed, ${20 - allowed} rate limited, 0 rejected`;
  await waitFor('the use of the key to be on record', async () => {
    const { total } = await call(getKeyUsage, { params: { id: key.id }, query: { window: '24h' } });
    expect(total.allowed + total.limited).toBe(20);
  });
  const { stdout } = await operator('requests', 'show', request.id);
  expect(stdout).toMatch(new RegExp(`Last 24 h\\s+${counts}\n`));
  expect(stdout).toMatch(new RegExp(`Last 30 days\\s+${counts}\n`));
  expect(stdout).toMatch(/Busiest minute\s+\d+ requests \(0\.\d per second\) at [\d-]+ [\d:]+ UTC\n/);
  expect(stdout).toMatch(/Last used\s+[\d-]+ [\d:]+ UTC from 127\.0\.0\.1 \(checkout\/1\.0\)\n/);
  const list = await operator('requests', 'list');
  expect(list.stdout).toMatch(new RegExp(`busy-key\\s+[\\d-]+ [\\d:]+\\s+20\\s+${20 - allowed}\n`));
});

test('a denial needs a note and leaves the limit', async () => {
  const { key, request } = await newRequest('denied-key', 900);
  expect(await operator('requests', 'deny', request.id)).toMatchObject({
    code: 2,
    stderr: 'Add --note. The developer reads it.\n',
  });
  await operator('requests', 'deny', request.id, '--note', 'Tell us more');
  expect(await call(getKey, { params: { id: key.id } })).toMatchObject({
    rateLimit: 3,
    latestRequest: { status: 'DENIED', note: 'Tell us more' },
  });
  const all = JSON.parse((await operator('requests', 'list', '--status', 'denied', '--json')).stdout);
  expect(all).toMatchObject([{ id: request.id, note: 'Tell us more' }]);
});

test('the encryption key is replaced while the portal runs, and every API key stays readable', async () => {
  const { key } = await newRequest('kept-key', 10);
  const before = await readFile(join(dataDir, 'secrets.json'), 'utf8');
  const rotation = await operator('encryption-key', 'rotate');
  expect(rotation.stdout).toMatch(/^\d+ API (key is|keys are) now encrypted with key \S+\.\n$/);
  const after = JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8'));
  expect(after.encryptionKeys).toHaveLength(1);
  expect(after.encryptionKeys).not.toEqual(JSON.parse(before).encryptionKeys);
  expect((await call(getKey, { params: { id: key.id } })).key).toBe(key.key);
});

test('the socket is its owner’s alone', async () => {
  expect((await stat(join(dataDir, 'operator.sock'))).mode & 0o777).toBe(0o600);
});

test.each([
  [['requests', 'show', 'ffffffff'], 1, /^No request ffffffff\n$/],
  [['requests', 'list', '--statu', 'all'], 2, /^Unknown option '--statu'. \(Did you mean --status\?\)\n$/],
])('%j is one clear message and exit code %d', async (args, exitCode, message) => {
  const { code, stderr } = await operator(...args);
  expect(code).toBe(exitCode);
  expect(stderr).toMatch(message);
});

test('without a running portal the command says so', async () => {
  const run = promisify(execFile)(process.execPath, [main, 'requests', 'list'], {
    env: { DATA_DIR: join(dataDir, 'elsewhere') },
  });
  await expect(run).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^The portal is not running on/),
  });
});
