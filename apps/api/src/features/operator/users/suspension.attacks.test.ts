// A suspended account refuses every way to sign in alike, its sessions end, and its keys stop.

import { forgotPassword, logIn, resetPassword, verifyEmail } from '@ballast/contract/auth/auth';
import { challengeFactor } from '@ballast/contract/auth/second-factor-calls';
import { getSessionUser, issueToken, verifyToken } from '@ballast/contract/auth/session';
import { completeCliAuth } from '@ballast/contract/cli/cli-auth';
import { createKey, rotateKey, updateKey } from '@ballast/contract/keys/api-keys';
import { checkKey } from '@ballast/contract/keys/key-check';
import { listRefusals } from '@ballast/contract/keys/key-refusals';
import { getProfile } from '@ballast/contract/profile';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { logInCli, startCliLogin } from '../../../../testing/cli-login.ts';
import { guardedUser } from '../../../../testing/factors/authenticator.ts';
import { openPasskeyUser, signIn } from '../../../../testing/factors/passkeys.ts';
import { openOperator } from '../../../../testing/operator.ts';
import { useProviderApp } from '../../../../testing/servers/provider-app.ts';
import { newPerson } from '../../../../testing/servers/provider-person.ts';
import { openLibrary } from '../../../../testing/session-library.ts';
import { failureOf, password } from '../../../../testing/test-app.ts';
import { sessions, users } from '../../../identity/tables.ts';

const providerApp = useProviderApp();
const app = () => providerApp().app;
let operator: Awaited<ReturnType<typeof openOperator>>;
beforeAll(async () => {
  operator = await openOperator(app());
});
afterAll(() => operator.close());

const message = 'This account is suspended. Contact support at support@ballast.example to find out why.';
const refusal = { status: 403, code: 'account_suspended', message };
const suspend = (who: string) => operator.run('users', 'suspend', who, '--reason', 'abuse');
const refresh = (refresh_token: string) =>
  app().call(issueToken, { query: { grant_type: 'refresh_token' }, body: { refresh_token } });

test('a password, a provider, a passkey, a second factor, a mailed link and a refresh are all told the same', async () => {
  const owner = await openPasskeyUser(app());
  const { email, authenticator } = owner;
  const person = newPerson({ email });
  await providerApp().linkWith('github', person, owner.session.access_token);
  await app().call(forgotPassword, { body: { email } });
  const link = await app().resetLink(email);
  expect(await suspend(email)).toMatchObject({ exitCode: 0 });

  expect(await failureOf(app().call(logIn, { body: { email, password } }))).toMatchObject(refusal);
  expect((await openLibrary(app()).signInWithPassword({ email, password })).error).toMatchObject(refusal);
  expect((await providerApp().signInWith('github', person)).body).toMatchObject({
    code: refusal.code,
    message,
  });
  expect((await signIn(openLibrary(app()), authenticator)).error).toMatchObject(refusal);
  // However often it is tried: a refresh token that was refused is not spent.
  for (let i = 0; i < 3; i += 1)
    expect(await failureOf(refresh(owner.session.refresh_token))).toMatchObject(refusal);

  const reset = app().call(resetPassword, {
    body: { token: link.access_token ?? '', password: 'Another-one1!' },
  });
  expect(await failureOf(reset)).toMatchObject(refusal);
  expect(await failureOf(app().callAs(link.access_token ?? '')(getSessionUser))).toMatchObject(refusal);

  // A wrong password learns nothing.
  const wrong = failureOf(app().call(logIn, { body: { email, password: 'Wrong-pass1!' } }));
  expect((await wrong).code).toBe('invalid_credentials');
  await operator.run('users', 'restore', email);
  expect((await signIn(openLibrary(app()), authenticator)).error).toBeNull();
});

test('a session that still owes its second factor gets no further, and a link that verifies signs nobody in', async () => {
  const guarded = await guardedUser(app());
  const half = await app().signIn(guarded.email);
  await suspend(guarded.email);
  const challenged = half.call(challengeFactor, { params: { id: guarded.factor.id }, body: {} });
  expect(await failureOf(challenged)).toMatchObject(refusal);

  const email = await app().signUpUnverified();
  const token = await app().verificationToken(email);
  await suspend(email);
  const verified = app().call(verifyToken, { query: {}, body: { type: 'signup', token_hash: token } });
  expect(await failureOf(verified)).toMatchObject(refusal);
  // An account that never verified its address does not make way for its owner's other ways in, either.
  const { body } = await providerApp().signInWith('github', newPerson({ email }));
  expect(body).toMatchObject({ code: refusal.code });
  expect(await failureOf(app().call(verifyEmail, { body: { token, type: 'email' } }))).toMatchObject(refusal);
  expect(await failureOf(app().call(logIn, { body: { email, password } }))).toMatchObject(refusal);
});

test('sessions and command lines answer 401 at once and say why; restoring brings back keys and no session', async () => {
  const owner = await app().verifiedUser();
  const tool = await logInCli(app(), owner);
  const waiting = await startCliLogin(app());
  await owner.call(completeCliAuth, { body: { state: waiting.state } });
  const { key } = await owner.call(createKey, { body: { name: 'checkout', environment: 'SANDBOX' } });
  await app().callAs(key)(checkKey);

  const ended = { status: 401, code: 'unauthorized', message };
  await suspend(owner.email);
  expect(await failureOf(owner.call(getProfile))).toMatchObject(ended);
  expect(await failureOf(tool.call(getProfile))).toMatchObject(ended);
  expect(await failureOf(tool.call(getProfile))).toMatchObject({
    body: { details: { reason: 'account_suspended' } },
  });
  expect(await failureOf(waiting.fetchToken())).toMatchObject({ status: 404 });
  expect(await failureOf(app().callAs(key)(checkKey))).toMatchObject({
    status: 403,
    code: 'account_suspended',
    message: 'The account of this API key is suspended. Its owner can write to support.',
  });

  expect(await operator.run('users', 'restore', owner.email)).toMatchObject({ exitCode: 0 });
  await app().callAs(key)(checkKey);
  const gone = { status: 401, message: 'Your session has ended. Sign in again.' };
  expect(await failureOf(owner.call(getProfile))).toMatchObject(gone);
  expect(await failureOf(tool.call(getProfile))).toMatchObject(gone);
  expect(await failureOf(refresh(owner.session.refresh_token))).toMatchObject({ status: 400 });
  const { db } = app().deps;
  expect(await db.select().from(sessions).where(eq(sessions.userId, owner.user.id))).toEqual([]);
  await (await app().signIn(owner.email)).call(getProfile);
});

test('a key says first that it is unknown or revoked, then that its account is suspended, then the rest', async () => {
  const owner = await app().verifiedUser();
  const made = async (name: string) => owner.call(createKey, { body: { name, environment: 'SANDBOX' } });
  const rotated = await made('rotated');
  const inGrace = await made('in grace');
  const expired = await made('expired');
  const passes = await made('passes');
  await owner.call(rotateKey, { params: { id: rotated.id } });
  await owner.call(rotateKey, { params: { id: inGrace.id }, body: { graceSeconds: 3600 } });
  const expiresAt = new Date(app().now().getTime() + 60_000).toISOString();
  await owner.call(updateKey, { params: { id: expired.id }, body: { expiresAt } });
  await suspend(owner.email);
  app().skipSeconds(61);
  const codeOf = async (value: string) => (await failureOf(app().callAs(value)(checkKey))).code;
  expect(await codeOf(rotated.key)).toBe('key_revoked');
  // The old value's grace period ended with the suspension.
  expect(await codeOf(inGrace.key)).toBe('key_revoked');
  expect(await codeOf(expired.key)).toBe('account_suspended');
  for (let i = 0; i < 5; i += 1) expect(await codeOf(passes.key)).toBe('account_suspended');

  await operator.run('users', 'restore', owner.email);
  expect(await codeOf(expired.key)).toBe('key_expired');
  // What was refused for the suspension spent nothing of the limit, and is told.
  for (let i = 0; i < 3; i += 1) await app().callAs(passes.key)(checkKey);
  await app().deps.keyCheck.flushUsage();
  const again = await app().signIn(owner.email);
  const refusals = await again.call(listRefusals, { params: { id: passes.id } });
  expect(refusals.map(({ reason }) => reason)).toEqual(Array(5).fill('account_suspended'));
});

test('whoever is suspended by hand, in the database, is out as well', async () => {
  const owner = await app().verifiedUser();
  await app().deps.db.update(users).set({ suspendedAt: app().now() }).where(eq(users.id, owner.user.id));
  expect(await failureOf(owner.call(getProfile))).toMatchObject({ status: 401 });
  expect(await failureOf(refresh(owner.session.refresh_token))).toMatchObject(refusal);
  await operator.run('users', 'restore', owner.email);
  expect(await failureOf(owner.call(getProfile))).toMatchObject({ status: 401 });
});
