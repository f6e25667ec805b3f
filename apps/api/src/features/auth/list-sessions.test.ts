import { listSessions, revokeOtherSessions, revokeSession } from '@ballast/contract/auth/session-list';
import { getProfile } from '@ballast/contract/profile';
import { expect, test } from 'vitest';
import { failureOf, password, useTestApp } from '../../../testing/test-app.ts';
import { describeUserAgent } from '../../identity/sessions/user-agent.ts';

const app = useTestApp();

test('the list names browser, system, address and times, newest use first, and marks this one', async () => {
  const { email, call } = await app().verifiedUser();
  app().skipSeconds(1);
  await app().post('/auth/login', JSON.stringify({ email, password }), {
    'user-agent':
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/26.0 Safari/605.1.15',
  });
  const list = await call(listSessions);
  expect(list).toHaveLength(2);
  expect(list[0]).toMatchObject({ browser: 'Safari', system: 'macOS', address: '127.0.0.1', current: false });
  expect(list[1]).toMatchObject({ current: true });
});

test('a revoked browser is signed out on its next call', async () => {
  const here = await app().verifiedUser();
  const there = await app().signIn(here.email);
  const other = (await here.call(listSessions)).find((session) => !session.current);
  expect(await here.call(revokeSession, { params: { id: other?.id ?? '' } })).toEqual({
    message: 'Session ended',
  });
  expect((await failureOf(there.call(getProfile))).status).toBe(401);
  await here.call(getProfile);
});

test('all other browsers are signed out at once', async () => {
  const here = await app().verifiedUser();
  const others = [await app().signIn(here.email), await app().signIn(here.email)];
  await here.call(revokeOtherSessions);
  for (const other of others) expect((await failureOf(other.call(getProfile))).status).toBe(401);
  expect(await here.call(listSessions)).toHaveLength(1);
});

test('another developer’s session is not there', async () => {
  const mine = await app().verifiedUser();
  const theirs = await app().verifiedUser();
  const [session] = await theirs.call(listSessions);
  const id = session?.id ?? '';
  expect((await failureOf(mine.call(revokeSession, { params: { id } }))).status).toBe(404);
  await theirs.call(getProfile);
});

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/150.0.0.0 Safari/537.36 Edg/150.0',
    'Edge',
    'Windows',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox', 'Linux'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) CriOS/150.0 Mobile/15E148 Safari/604.1',
    'Chrome',
    'iOS',
  ],
  [
    'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/150.0 Mobile Safari/537.36',
    'Chrome',
    'Android',
  ],
  ['curl/8.0', 'Unknown browser', 'an unknown system'],
])('%s is told in words', (userAgent, browser, system) => {
  expect(describeUserAgent(userAgent)).toEqual({ browser, system });
});
