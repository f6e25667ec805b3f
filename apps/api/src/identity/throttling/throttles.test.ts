// What happens to those who try too often.
import { logIn, signUp, verifyEmail } from '@ballast/contract/auth/auth';
import { issueToken } from '@ballast/contract/auth/session';
import { expect, test } from 'vitest';
import { failureOf, newAddress, password, startTestApp, useTestApp } from '../../../testing/test-app.ts';

const app = useTestApp();
const wrong = 'Wrong-pass1!';

test.each(['known', 'unknown'])(
  'the eleventh guess at a %s account is refused, and says for how long',
  async (kind) => {
    const email = kind === 'known' ? (await app().verifiedUser()).email : newAddress('nobody');
    for (let i = 0; i < 10; i += 1) {
      expect((await failureOf(app().call(logIn, { body: { email, password: wrong } }))).code).toBe(
        'invalid_credentials',
      );
    }
    const refused = await failureOf(app().call(logIn, { body: { email, password } }));
    expect(refused).toMatchObject({
      status: 429,
      code: 'rate_limited',
      message: 'Too many attempts. Try again later.',
    });
    expect(refused.retryAfterSeconds).toBeGreaterThan(800);
  },
);

test('a right password clears the count', async () => {
  const { email } = await app().verifiedUser();
  for (let round = 0; round < 3; round += 1) {
    for (let i = 0; i < 6; i += 1) await failureOf(app().call(logIn, { body: { email, password: wrong } }));
    await app().signIn(email);
  }
});

test('refreshing too often is answered 503, never 429, and the session lives on', async () => {
  const { session } = await app().verifiedUser();
  let refresh_token = session.refresh_token;
  const refresh = () =>
    app().call(issueToken, { query: { grant_type: 'refresh_token' }, body: { refresh_token } });
  for (let i = 0; i < 30; i += 1) refresh_token = (await refresh()).refresh_token;
  const busy = await failureOf(refresh());
  expect(busy).toMatchObject({ status: 503, code: 'unavailable' });
  expect(busy.retryAfterSeconds).toBeGreaterThan(0);
});

test('one address may sign up, sign in and spend tokens as often as the operator allows', async () => {
  const strict = await startTestApp({
    env: {
      LIMITS: 'sign_ins_per_address=2,sign_ups_per_address=2,tokens_per_address=2,mails_per_address=1',
    },
  });
  const body = () => ({ email: newAddress(), password, fullName: 'Mara', authMethod: 'EMAIL' as const });
  const attempts = {
    signUp: () => strict.call(signUp, { body: body() }),
    signIn: () => strict.call(logIn, { body: { email: newAddress(), password } }),
    token: () => strict.call(verifyEmail, { body: { token: 'x', type: 'email' } }),
  };
  for (const attempt of Object.values(attempts)) {
    await attempt().catch(() => {});
    await attempt().catch(() => {});
    expect(await failureOf(attempt())).toMatchObject({ status: 429, code: 'rate_limited' });
  }
  await strict.stop();
});

test('a flood of sign-ins leaves the rest of the server responsive, and what cannot wait is told so', async () => {
  const flood = Array.from({ length: 260 }, () =>
    failureOf(app().call(logIn, { body: { email: newAddress('flood'), password: wrong } })),
  );
  const health = await fetch(`${app().url}/health`);
  expect(health.status).toBe(200);
  const expected = ['invalid_credentials', 'unavailable', 'rate_limited'];
  const codes = new Set((await Promise.all(flood)).map((failure) => failure.code));
  expect([...codes].filter((code) => !expected.includes(code))).toEqual([]);
});
