// Those who would hold the portal's connections by waiting.
import { denyCliAuth } from '@ballast/contract/cli/cli-auth';
import { expect, test } from 'vitest';
import { startCliLogin } from '../../../testing/cli-login.ts';
import { failureOf, useTestApp } from '../../../testing/test-app.ts';
import { watchWaitingTools } from '../../../testing/waiting-tools.ts';
import { watchQueries } from '../../db/queries/watch-queries.ts';
import { cliPollPerAddress, cliPollPerRequest } from './limits.ts';
import { openWaitingRoom } from './waiting-room.ts';

const app = useTestApp();

test('row 24: of many calls that wait for one request a few wait, and the others are told to ask again', async () => {
  const waits = watchWaitingTools();
  const person = await app().verifiedUser();
  const { state, fetchToken } = await startCliLogin(app());
  const waiting = [fetchToken(), fetchToken(), fetchToken()];
  await waits.began(3);
  for (let i = 0; i < 5; i += 1) expect(await fetchToken()).toEqual({ status: 'PENDING' });
  await person.call(denyCliAuth, { body: { state } });
  expect(await Promise.all(waiting)).toEqual(Array(3).fill({ status: 'DENIED' }));
});

test('row 24: a request, and a network, may ask only so often, whether there is room to wait or not', async () => {
  const cliPollPerRequestCount = app().deps.throttles.of(cliPollPerRequest);
  const cliPollPerAddressCount = app().deps.throttles.of(cliPollPerAddress);
  const login = await startCliLogin(app());
  const waits = watchWaitingTools();
  const waiting = login.fetchToken();
  await waits.began(1);
  await cliPollPerRequestCount.set(login.state, cliPollPerRequestCount.points, 3600);
  const refused = await failureOf(login.fetchToken());
  expect(refused).toMatchObject({ status: 429, code: 'rate_limited' });
  expect(refused.retryAfterSeconds).toBeGreaterThan(0);

  const other = await startCliLogin(app());
  await cliPollPerAddressCount.set('127.0.0.1', cliPollPerAddressCount.points, 3600);
  expect((await failureOf(other.fetchToken())).status).toBe(429);
  await cliPollPerAddressCount.delete('127.0.0.1');
  waits.letTimeRunOut();
  expect(await waiting).toEqual({ status: 'PENDING' });
});

test('row 24: one network, and all of them together, keep only so many calls waiting', async () => {
  const room = openWaitingRoom(app().deps);
  const gone = new AbortController();
  const waits: Promise<void>[] = [];
  const fill = (network: string, count: number) => {
    for (let i = 0; i < count; i += 1) waits.push(room.wait(`${network} ${i}`, network, gone.signal));
  };
  fill('203.0.113.1', 100);
  expect(room.hasRoom('another', '203.0.113.1')).toBe(false);
  expect(room.hasRoom('another', '203.0.113.2')).toBe(true);
  for (let i = 2; i <= 20; i += 1) fill(`203.0.113.${i}`, 100);
  expect(room.hasRoom('another', '203.0.113.99')).toBe(false);
  gone.abort();
  await Promise.all(waits);
  expect(room.hasRoom('another', '203.0.113.1')).toBe(true);
});

test('two thousand command lines that wait are looked for with one statement of one parameter', async () => {
  const texts = new Set<string>();
  watchQueries(app().database.pool, (text) => {
    if (text.includes('cli_requests')) texts.add(text);
    return () => {};
  });
  const room = openWaitingRoom(app().deps);
  const gone = new AbortController();
  const wait = (state: string) => room.wait(state, '203.0.113.1', gone.signal);
  // Nobody has begun these requests, so that the first look wakes all of them.
  await wait('alone');
  await Promise.all(Array.from({ length: 2000 }, (_, i) => wait(`state ${i}`)));
  expect(texts.size).toBe(1);
  expect([...texts][0]).toMatch(/= any\(\$1::text\[\]\)/);
  expect(room.hasRoom('state 1', '203.0.113.1')).toBe(true);
  gone.abort();
});
