// Those who keep a call open until the session that it was begun with has ended.
import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { forgotPassword, logIn, resetPassword } from '@ballast/contract/auth/auth';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { newAddress, password, useTestApp } from '../../../testing/test-app.ts';
import { users } from '../../identity/tables.ts';
import { setPassword } from './password/set-password.ts';

const app = useTestApp();
const ownersPassword = 'Brand-new-pass1!';
const strangersPassword = 'Strangers-pass1!';

// The body follows when the caller goes on: until then the portal, which has said that it may come, waits for it.
const beginCall = async (method: string, path: string, token: string, body: unknown) => {
  const whole = JSON.stringify(body);
  const call = request(`${app().baseUrl}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(whole),
      expect: '100-continue',
    },
  });
  const answered = new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    call.on('error', reject);
    call.on('response', async (answer) => resolve({ status: answer.statusCode, body: await text(answer) }));
  });
  call.flushHeaders();
  await once(call, 'continue');
  return () => {
    call.end(whole);
    return answered;
  };
};

const resetByOwner = async (email: string) => {
  await app().call(forgotPassword, { body: { email } });
  const { access_token = '' } = await app().resetLink(email);
  await app().call(resetPassword, { body: { token: access_token, password: ownersPassword } });
};

test('a new password that was being sent before the reset does not undo it', async () => {
  const { email, session } = await app().verifiedUser();
  const body = { password: strangersPassword, current_password: password };
  const goOn = await beginCall('PUT', '/auth/v1/user', session.access_token, body);
  await resetByOwner(email);
  expect((await goOn()).status).toBe(403);
  await app().call(logIn, { body: { email, password: ownersPassword } });
});

test.each([
  ['POST', '/auth/change-email', () => ({ newEmail: newAddress() })],
  ['POST', '/api-keys', () => ({ name: 'back door', environment: 'SANDBOX' })],
  ['POST', '/cli/auth/complete', () => ({ state: 's'.repeat(43) })],
])('%s %s that was begun before the reset is refused after it', async (method, path, body) => {
  const { email, session } = await app().verifiedUser();
  const goOn = await beginCall(method, path, session.access_token, body());
  await resetByOwner(email);
  expect((await goOn()).status).toBe(401);
});

test('a password whose check was overtaken by a reset is not set', async () => {
  const { email, user, session } = await app().verifiedUser();
  const [before] = await app().deps.db.select().from(users).where(eq(users.id, user.id));
  if (!before) throw new Error('no account');
  await resetByOwner(email);
  const actor = {
    client: { address: '203.0.113.1', userAgent: '' },
    user: before,
    sessionId: JSON.parse(atob(session.access_token.split('.')[1] ?? '')).session_id as string,
    kind: 'browser' as const,
    emailVerified: true,
    proofs: [],
    proofCount: 0,
    hasVerifiedFactor: false,
    grant: null,
  };
  await expect(setPassword(app().deps, actor, before, strangersPassword)).rejects.toMatchObject({
    code: 'current_password_invalid',
  });
  await app().call(logIn, { body: { email, password: ownersPassword } });
});
