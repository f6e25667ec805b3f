// Every call of an operator leaves an entry in the operator log, whether it looks or acts.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endpoints } from '@ballast/contract/endpoints';
import { errors } from '@ballast/contract/http/errors';
import { createKey } from '@ballast/contract/keys/api-keys';
import { requestRateLimit } from '@ballast/contract/keys/rate-limit-requests';
import type { OperatorEntry } from '@ballast/contract/operator/log';
import { eraseUser } from '@ballast/contract/operator/users';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { guardedUser } from '../../../../testing/factors/authenticator.ts';
import { openOperator } from '../../../../testing/operator.ts';
import { useTestApp } from '../../../../testing/test-app.ts';
import { openPortalClient } from '../command-line/ask-portal.ts';
import { openOperatorSocket } from '../operator-socket.ts';

const app = useTestApp();
let operator: Awaited<ReturnType<typeof openOperator>>;
let folder: string;
beforeAll(async () => {
  operator = await openOperator(app());
  folder = await mkdtemp(join(tmpdir(), 'ballast-entries-'));
});
afterAll(async () => {
  await operator.close();
  await rm(folder, { recursive: true, force: true });
});

// Nobody works on it.
const newJob = async () => {
  const id = crypto.randomUUID();
  await app().deps.db.execute(sql`
    insert into pgboss.job (id, name, state, retry_limit, start_after) values
      (${id}, 'sweep-expired', 'failed', 30, now())`);
  return id;
};

const newAccount = async () => {
  const { call, user } = await guardedUser(app());
  const key = await call(createKey, { body: { name: 'checkout', environment: 'SANDBOX' } });
  const body = { requestedLimit: 120, reason: 'We onboard three merchants in May.' };
  const { request } = await call(requestRateLimit, { params: { id: key.id }, body });
  return { user, key: key.id, request: request.id, job: await newJob() };
};
type Account = Awaited<ReturnType<typeof newAccount>>;

// The command that makes each call, and the action of the entry that it leaves.
const calls: Record<string, [action: string | null, args: (account: Account) => string[]]> = {
  'GET /requests': ['requests list', () => ['requests', 'list', '--status', 'pending']],
  'GET /requests/:id': ['requests show', ({ request }) => ['requests', 'show', request]],
  'POST /requests/:id': ['requests approve', ({ request }) => ['requests', 'approve', request]],
  'POST /secrets/:secret/rotate': ['secrets rotate', () => ['secrets', 'rotate', 'signing']],
  'POST /backups/taken': ['backup-taken', () => ['backup-taken']],
  'POST /backups': ['backup', ({ key }) => ['backup', join(folder, `${key}.backup`)]],
  'GET /users': ['users list', ({ user }) => ['users', 'list', '--search', user.email]],
  'GET /users/:who': ['users show', ({ user }) => ['users', 'show', user.id]],
  'POST /users/:who/suspend': [
    'users suspend',
    ({ user }) => ['users', 'suspend', user.id, '--reason', 'abuse'],
  ],
  'POST /users/:who/restore': ['users restore', ({ user }) => ['users', 'restore', user.id]],
  'POST /users/:who/end-sessions': ['users end-sessions', ({ user }) => ['users', 'end-sessions', user.id]],
  'POST /users/:who/reset-factors': [
    'users reset-factors',
    ({ user }) => ['users', 'reset-factors', user.id, '--reason', 'lost'],
  ],
  'GET /users/:who/export': [
    'users export',
    ({ user }) => ['users', 'export', user.id, '--reason', 'ticket 7'],
  ],
  'DELETE /users/:who': [
    'users delete',
    ({ user }) => ['users', 'delete', user.id, '--reason', 'ticket 7', '--yes'],
  ],
  'GET /keys/:id': ['keys show', ({ key }) => ['keys', 'show', key]],
  'POST /keys/:id/limit': ['keys limit', ({ key }) => ['keys', 'limit', key, '5', '--reason', 'abuse']],
  'POST /keys/:id/revoke': ['keys revoke', ({ key }) => ['keys', 'revoke', key, '--reason', 'leaked']],
  'GET /jobs': [null, () => ['jobs', 'list']],
  'POST /jobs/:id/retry': ['jobs retry', ({ job }) => ['jobs', 'retry', job]],
  'POST /jobs/retry': ['jobs retry', () => ['jobs', 'retry', '--all', '--queue', 'send-email']],
  'POST /jobs/:id/drop': ['jobs drop', ({ job }) => ['jobs', 'drop', job, '--reason', 'stuck']],
  // These show nothing of an account, and answer while the database or the log is not in order.
  'GET /log': [null, () => ['log']],
  'GET /log/verify': [null, () => ['log', '--verify']],
  'GET /status': [null, () => ['status']],
};

const named = endpoints
  .filter(({ root }) => root === 'operator')
  .map(({ method, path }) => `${method} ${path}`);
const newest = async () =>
  ((await operator.json('log', '--limit', '1')) as { entries: OperatorEntry[] }).entries[0];

test.each(named)('%s leaves its entry', async (name) => {
  const known = calls[name];
  if (!known) throw new Error(`say what entry ${name} leaves`);
  const [action, args] = known;
  const account = await newAccount();
  if (action === 'users restore')
    await operator.run('users', 'suspend', account.user.id, '--reason', 'abuse');
  const before = (await newest())?.position ?? 0;
  const { exitCode, problem } = await operator.run(...args(account), '--as', 'mara');
  expect([exitCode, problem]).toEqual([0, undefined]);
  const entry = await newest();
  if (action === null) return expect(entry?.position ?? 0).toBe(before);
  expect(entry).toMatchObject({ position: before + 1, actor: 'deploy', as: 'mara', action });
});

test('an entry of a list has its filter and how much was found', async () => {
  const { user } = await newAccount();
  await operator.run('users', 'list', '--search', user.email, '--status', 'active', '--limit', '7');
  expect(await newest()).toMatchObject({
    action: 'users list',
    target: 'users',
    after: { search: '[…]', status: 'active', limit: 7, found: 1, users: [user.id] },
  });
  // What stays when an account is deleted has no address of it.
  expect(JSON.stringify(await newest())).not.toContain(user.email);
  await operator.run('users', 'list', '--search', 'Acme');
  expect(await newest()).toMatchObject({ after: { search: 'Acme' } });
  await operator.run('requests', 'list', '--status', 'denied');
  expect(await newest()).toMatchObject({
    action: 'requests list',
    target: 'requests',
    after: { status: 'DENIED', found: expect.any(Number) },
  });
});

test('a route that forgets its entry answers nothing', async () => {
  const answer = { id: 'the data of an account', jobs: 0, kept: [] };
  await operator.close();
  const close = await openOperatorSocket(app().deps, (serve) => serve(eraseUser, () => answer));
  try {
    const call = openPortalClient(app().dataDir, { name: 'mara', as: null });
    const answered = call(eraseUser, { params: { who: 'somebody' }, query: { reason: 'asked' } });
    await expect(answered).rejects.toThrow(errors.internal.message);
  } finally {
    await close();
    operator = await openOperator(app());
  }
});
