// Some guess at passwords, or make the portal hash without end.
import { expect, test } from 'vitest';
import { newAddress, password, useTestApp } from '../../../../testing/test-app.ts';
import { findAccount } from '../accounts.ts';
import { signInPerKnownAccount } from '../limits.ts';
import { countAttempt } from './password-attempts.ts';

const app = useTestApp({ env: { TRUST_PROXY: 'on' } });
const wrong = 'Wrong-pass1!';

type Sender = { from?: string; cookie?: string; token?: string };

const send = (method: string, path: string, body: unknown, { from = '203.0.113.1', cookie, token }: Sender) =>
  fetch(`${app().baseUrl}${path}`, {
    method,
    body: JSON.stringify(body),
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': from,
      ...(cookie ? { cookie } : {}),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
  });

type SignIn = (body: { email: string; password: string }, sender: Sender) => Promise<Response>;
const signInCalls: [string, SignIn][] = [
  ['the portal’s sign-in', (body, sender) => send('POST', '/auth/login', body, sender)],
  [
    'the session library’s sign-in',
    (body, sender) => send('POST', '/auth/v1/token?grant_type=password', body, sender),
  ],
];
const signIn: SignIn = (body, sender) => send('POST', '/auth/login', body, sender);
const cookieOf = (answer: Response) => answer.headers.get('set-cookie')?.split(';', 1)[0] ?? '';

const changePassword = (current_password: string, sender: Sender, next = 'Another-pass1!') =>
  send('PUT', '/auth/v1/user', { password: next, current_password }, sender);

// From five networks, until nobody who is unknown gets another try.
const lockStrangersOut = async (email: string) => {
  for (let network = 0; network < 5; network += 1) {
    for (let i = 0; i < 10; i += 1)
      await signIn({ email, password: wrong }, { from: `198.51.100.${network}` });
  }
  expect((await signIn({ email, password }, { from: '198.51.100.99' })).status).toBe(429);
};

test('row 6: the eleventh guess at the current password is refused, in the words of the session library', async () => {
  const { session } = await app().verifiedUser();
  const token = session.access_token;
  const statuses: number[] = [];
  for (let i = 0; i < 10; i += 1) statuses.push((await changePassword(wrong, { token })).status);
  expect(statuses).toEqual(Array(10).fill(400));
  const refused = await changePassword(password, { token });
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800);
  expect(await refused.json()).toMatchObject({ error_code: 'over_request_rate_limit' });
});

test('row 6: guesses at the current password and at sign-in count together', async () => {
  const { email, session } = await app().verifiedUser();
  for (let i = 0; i < 6; i += 1) await changePassword(wrong, { token: session.access_token });
  for (let i = 0; i < 4; i += 1) expect((await signIn({ email, password: wrong }, {})).status).toBe(400);
  expect((await signIn({ email, password: wrong }, {})).status).toBe(429);
});

test('row 6: a password may be changed only so often, also with the right one', async () => {
  const { session } = await app().verifiedUser();
  const secrets = [password, 'Another-pass1!'];
  const statuses: number[] = [];
  for (let i = 0; i < 11; i += 1) {
    const [current = '', next = ''] = i % 2 ? secrets.toReversed() : secrets;
    statuses.push((await changePassword(current, { token: session.access_token }, next)).status);
  }
  expect(statuses).toEqual([...Array(10).fill(200), 429]);
});

test('row 6: one address may be signed up only so often from one network', async () => {
  const email = newAddress();
  const body = { email, password, fullName: 'Mara', authMethod: 'EMAIL' };
  const statuses: number[] = [];
  for (let i = 0; i < 11; i += 1) statuses.push((await send('POST', '/auth/signup', body, {})).status);
  expect(statuses.slice(0, 10).every((status) => status < 300)).toBe(true);
  expect(statuses[10]).toBe(429);
});

test.each(signInCalls)(
  'row 14: strangers lock no owner out of a device that has signed in before, by %s',
  async (_, call) => {
    const { email } = await app().verifiedUser();
    const known = await call({ email, password }, { from: '203.0.113.7' });
    expect(known.headers.get('set-cookie')).toMatch(
      /^known-device=[\w-]+; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    await lockStrangersOut(email);
    const owner = { from: '198.51.100.99', cookie: cookieOf(known) };
    expect((await call({ email, password }, owner)).status).toBe(200);
  },
);

test('row 14: a device that has signed in before has ten guesses of its own and no more', async () => {
  const { email } = await app().verifiedUser();
  const cookie = cookieOf(await signIn({ email, password }, {}));
  const statuses: number[] = [];
  for (let i = 0; i < 12; i += 1)
    statuses.push((await signIn({ email, password: wrong }, { cookie, from: `203.0.113.${i}` })).status);
  expect(statuses).toEqual([...Array(10).fill(400), 429, 429]);
});

test('row 6: right passwords from known devices are limited too, and strangers cannot use that up', async () => {
  const { email, user } = await app().verifiedUser();
  const cookie = cookieOf(await signIn({ email, password }, {}));
  const signInPerKnownAccountCount = app().deps.throttles.of(signInPerKnownAccount);
  await lockStrangersOut(email);
  expect((await signIn({ email, password }, { cookie })).status).toBe(200);
  expect(await signInPerKnownAccountCount.get(user.id)).toMatchObject({ consumedPoints: 1 });
  await signInPerKnownAccountCount.set(user.id, signInPerKnownAccountCount.points, 3600);
  expect((await signIn({ email, password }, { cookie })).status).toBe(429);
});

test('row 14: the cookie of another account, an invented one and one from before a new password help nobody', async () => {
  const victim = await app().verifiedUser();
  const attacker = await app().verifiedUser();
  const foreign = cookieOf(await signIn({ email: attacker.email, password }, {}));
  const old = cookieOf(await signIn({ email: victim.email, password }, {}));
  const { session } = await app().signIn(victim.email);
  const renewed = await changePassword(password, { token: session.access_token, cookie: old });
  await lockStrangersOut(victim.email);
  const credentials = { email: victim.email, password: 'Another-pass1!' };
  for (const cookie of [foreign, old, 'known-device=x.y.z', `known-device=${'A'.repeat(59)}`])
    expect((await signIn(credentials, { cookie })).status).toBe(429);
  expect((await signIn(credentials, { cookie: cookieOf(renewed) })).status).toBe(200);
});

test('row 14: two people who share a browser are both known to it', async () => {
  const [first, second] = [await app().verifiedUser(), await app().verifiedUser()];
  const one = cookieOf(await signIn({ email: first.email, password }, {}));
  const both = cookieOf(await signIn({ email: second.email, password }, { cookie: one }));
  await lockStrangersOut(first.email);
  expect((await signIn({ email: first.email, password }, { cookie: both })).status).toBe(200);
});

test('row 14: a reset by mail makes the browser that did it known', async () => {
  const { email } = await app().verifiedUser();
  await app().post('/auth/forgot-password', JSON.stringify({ email }));
  const { access_token: token } = await app().resetLink(email);
  const reset = await send('POST', '/auth/reset-password', { token, password: 'Renewed-pass1!' }, {});
  await lockStrangersOut(email);
  const credentials = { email, password: 'Renewed-pass1!' };
  expect((await signIn(credentials, { cookie: cookieOf(reset) })).status).toBe(200);
});

test.each(signInCalls)(
  'row 14: a refused sign-in sets no cookie, whether there is an account or not, by %s',
  async (_, call) => {
    const { email } = await app().verifiedUser();
    for (const tried of [email, newAddress('nobody')])
      expect((await call({ email: tried, password: wrong }, {})).headers.get('set-cookie')).toBeNull();
  },
);

test('row 6: the devices of one network wait in one line, however many somebody has made', async () => {
  const { email } = await app().verifiedUser();
  const account = await findAccount(app().deps.db, email);
  const client = { address: '203.0.113.1', userAgent: '' };
  const lines = new Set<string>();
  for (let i = 0; i < 3; i += 1) {
    const [, cookie = ''] = cookieOf(await signIn({ email, password }, {})).split('=');
    const cookies = { get: () => cookie, set: () => {} };
    const { caller } = await countAttempt(app().deps, { client }, cookies, email, account);
    lines.add(caller.line);
  }
  expect([...lines]).toEqual(['known 203.0.113.1']);
});
