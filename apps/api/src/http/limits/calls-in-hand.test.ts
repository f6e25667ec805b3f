// What becomes of calls when more come than can be answered. Calls are held by a service that answers when the test says so.
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { logOut } from '@ballast/contract/auth/auth';
import { checkPassword } from '@ballast/contract/auth/check-password';
import { denyCliAuth } from '@ballast/contract/cli/cli-auth';
import { errors } from '@ballast/contract/http/errors';
import { createKey, deleteKey, listKeys } from '@ballast/contract/keys/api-keys';
import { waitFor } from '@ballast/harness/wait-for';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startCliLogin } from '../../../testing/cli-login.ts';
import { readMetrics } from '../../../testing/read-metrics.ts';
import { failureOf, startTestApp, type TestApp } from '../../../testing/test-app.ts';

const token = 'a-token-of-the-scraper';
const [calls, standingCalls, standingSeconds] = [6, 4, 5];

const held: ServerResponse[] = [];
const service = createServer((_, reply) => void held.push(reply));
let app: TestApp;
let developer: Awaited<ReturnType<TestApp['verifiedUser']>>;

beforeAll(async () => {
  await once(service.listen(0, '127.0.0.1'), 'listening');
  app = await startTestApp({
    env: {
      METRICS_TOKEN: token,
      BREACHED_PASSWORDS_URL: `http://127.0.0.1:${(service.address() as AddressInfo).port}`,
      TIMEOUTS_MS: 'breached_passwords=600000',
      LIMITS: `shed_calls=${calls},shed_standing_calls=${standingCalls},shed_standing_seconds=${standingSeconds}`,
    },
  });
  developer = await app.verifiedUser();
});
afterAll(async () => {
  await app?.stop();
  service.closeAllConnections();
  service.close();
});

const metric = async (name: string) => (await readMetrics(app.url, token)).value(name);
const whenInHand = (count: number) =>
  waitFor(`${count} calls in hand`, async () =>
    expect(await metric('ballast_http_calls_in_hand')).toBe(count),
  );

const answers: Promise<unknown>[] = [];
const hold = async (count: number) => {
  const before = held.length;
  for (let n = 0; n < count; n += 1)
    answers.push(app.call(checkPassword, { body: { password: `Lantern-harbour${before + n}!` } }));
  await waitFor('the calls to be held', () => expect(held).toHaveLength(before + count));
};
const answerAll = async () => {
  for (const reply of held.splice(0)) reply.end();
  const all = await Promise.all(answers.splice(0));
  await whenInHand(0);
  return all;
};
afterEach(answerAll);

const list = () => developer.call(listKeys, { query: { environment: 'SANDBOX' } });
const createNamed = (name: string) => developer.call(createKey, { body: { name, environment: 'SANDBOX' } });

const shedAnswer = {
  status: 503,
  code: 'unavailable',
  message: errors.unavailable.message,
  retryAfterSeconds: expect.toSatisfy((seconds) => seconds >= 1 && seconds <= 5),
};

test('with as many calls in hand as a process may have, the next one is told at once to come back', async () => {
  const shedBefore = await metric('ballast_http_calls_shed_total');
  await hold(calls);
  const refusals = [await failureOf(list()), await failureOf(list())];
  for (const refusal of refusals) expect(refusal).toMatchObject(shedAnswer);
  // They do not come back together.
  expect(refusals[0]?.retryAfterSeconds).not.toBe(refusals[1]?.retryAfterSeconds);
  expect(await failureOf(createNamed('shed'))).toMatchObject(shedAnswer);
  expect(await metric('ballast_http_calls_shed_total')).toBe(shedBefore + 3);
  // Nobody who was let in is refused.
  expect(await answerAll()).toEqual(Array(calls).fill({ warning: null }));
  expect((await list()).map(({ name }) => name)).not.toContain('shed');
});

test('key checks, health, readiness, metrics, files and unknown addresses are answered all the same', async () => {
  const { key } = await createNamed('busy day');
  await hold(calls);
  const statusOf = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${app.url}${path}`, { headers });
    await answer.text();
    return answer.status;
  };
  expect(await statusOf('/v1/key-check', { authorization: `Bearer ${key}` })).toBe(200);
  expect(await statusOf('/health')).toBe(200);
  expect(await statusOf('/ready')).toBe(200);
  expect(await statusOf('/metrics', { authorization: `Bearer ${token}` })).toBe(200);
  expect(await statusOf('/api/openapi.json')).toBe(200);
  expect(await statusOf('/api/no-such-call')).toBe(404);
  expect(await failureOf(list())).toMatchObject(shedAnswer);
});

test('a burst is served; a queue that stands for seconds is kept short, and what stops something passes last', async () => {
  const { id } = await createNamed('leaked');
  await hold(standingCalls);
  await list();
  app.skipSeconds(standingSeconds - 1);
  await list();
  app.skipSeconds(1);
  expect(await failureOf(list())).toMatchObject(shedAnswer);
  // One that ends makes room for one, and no more.
  held.shift()?.end();
  await whenInHand(standingCalls - 1);
  await list();
  await hold(1);
  expect(await failureOf(list())).toMatchObject(shedAnswer);
  await developer.call(deleteKey, { params: { id } });

  await answerAll();
  expect((await list()).map((key) => key.id)).not.toContain(id);
  // The load is over: another burst is a burst again.
  await hold(standingCalls);
  await list();
});

// The server says that it waits for the rest.
const sendSlowly = async () => {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
  socket.write(
    [
      'POST /api/auth/login HTTP/1.1',
      'Host: localhost',
      'Expect: 100-continue',
      'Content-Length: 9',
      '',
      '{',
    ].join('\r\n'),
  );
  const [firstBytes] = await once(socket, 'data');
  expect(String(firstBytes)).toMatch(/^HTTP\/1.1 100 /);
  return socket;
};

test('whoever sends slowly is not in hand, and neither is a command line that waits for a person', async () => {
  const login = await startCliLogin(app);
  const waiting = login.fetchToken();
  const slow = await Promise.all(Array.from({ length: calls }, sendSlowly));
  await hold(1);
  await whenInHand(1);
  await list();
  for (const socket of slow) socket.destroy();
  await developer.call(denyCliAuth, { body: { state: login.state } });
  expect(await waiting).toEqual({ status: 'DENIED' });
});

test('whoever hangs up is in hand until their call is done', async () => {
  const leaving = new AbortController();
  const gone = fetch(`${app.baseUrl}/auth/check-password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ password: 'Lantern-harbour-gone1!' }),
    signal: leaving.signal,
  }).catch(() => {});
  await waitFor('the call to be held', () => expect(held).toHaveLength(1));
  leaving.abort();
  await gone;
  await hold(calls - 1);
  expect(await failureOf(list())).toMatchObject(shedAnswer);
});

test('an owner stops what is theirs even when nothing more can be taken', async () => {
  const { id } = await createNamed('leaked at noon');
  const other = await app.signIn(developer.email);
  await hold(calls);
  expect(await failureOf(list())).toMatchObject(shedAnswer);
  await developer.call(deleteKey, { params: { id } });
  await other.call(logOut);
  await answerAll();
  expect((await list()).map((key) => key.id)).not.toContain(id);
});

test('signing out is not refused while a queue is kept short', async () => {
  const { email } = developer;
  const other = await app.signIn(email);
  await hold(standingCalls);
  app.skipSeconds(standingSeconds);
  expect(await failureOf(list())).toMatchObject(shedAnswer);
  await other.call(logOut);
  await answerAll();
  expect(await failureOf(other.call(listKeys, { query: { environment: 'SANDBOX' } }))).toMatchObject({
    status: 401,
  });
});
