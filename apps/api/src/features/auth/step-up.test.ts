// When the portal asks again who is there, what it takes for an answer, and what it leaves alone.

import { changeEmail, forgotPassword } from '@ballast/contract/auth/auth';
import {
  createRecoveryCodes,
  replaceRecoveryCodes,
  verifyRecoveryCode,
} from '@ballast/contract/auth/second-factor-calls';
import { factorLimits, mailedCodeLimits } from '@ballast/contract/auth/second-factors';
import { type Access, reauthenticate, updateSessionUser } from '@ballast/contract/auth/session';
import { revokeOtherSessions } from '@ballast/contract/auth/session-list';
import { completeCliAuth, denyCliAuth, listDevices, revokeDevice } from '@ballast/contract/cli/cli-auth';
import * as keys from '@ballast/contract/keys/api-keys';
import { updateProfile } from '@ballast/contract/profile';
import { AuthClient } from '@supabase/auth-js';
import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { logInCli, startCliLogin } from '../../../testing/cli-login.ts';
import { guardedUser, showCode } from '../../../testing/factors/authenticator.ts';
import { useProviderApp } from '../../../testing/servers/provider-app.ts';
import { newPerson } from '../../../testing/servers/provider-person.ts';
import { failureOf, newAddress, password } from '../../../testing/test-app.ts';
import { openBrowser } from '../../../testing/test-browser.ts';
import { mailPause } from '../../identity/throttling/limits.ts';

const started = useProviderApp();
const app = () => started().app;

const freshSeconds = 15 * 60;
const profile = {
  fullName: 'Mara Okafor',
  companyName: 'Northwind',
  companySize: 'SOLO_DEVELOPER',
  useCase: 'GAMING',
} as const;

const developer = async () => {
  const person = await app().verifiedUser();
  await person.call(updateProfile, { body: profile });
  const create = async (environment: keys.Environment) => {
    app().skipSeconds(1);
    return person.call(keys.createKey, { body: { name: `the ${environment} key`, environment } });
  };
  return { ...person, live: await create('PRODUCTION'), sandbox: await create('SANDBOX') };
};

const required = { status: 403, code: 'reauthentication_required' };
const update = (body: Record<string, string>) => ({ query: {}, body });

test('R12: a sign-in is fresh for fifteen minutes, and no use prolongs it', async () => {
  const { email, call, live } = await developer();
  const params = { id: live.id };
  const { call: later } = await app().signIn(email);
  app().skipSeconds(freshSeconds - 1);
  expect((await later(keys.getKey, { params })).key).toBe(live.key);
  app().skipSeconds(2);
  expect(await failureOf(later(keys.getKey, { params }))).toMatchObject(required);
  expect(await failureOf(call(keys.getKey, { params }))).toMatchObject(required);
});

test('R12: each session has its own proofs', async () => {
  const { email, call, live } = await developer();
  app().skipSeconds(freshSeconds + 1);
  const { call: justNow } = await app().signIn(email);
  expect((await justNow(keys.getKey, { params: { id: live.id } })).masked).toBe(false);
  expect(await failureOf(call(keys.getKey, { params: { id: live.id } }))).toMatchObject(required);
});

test('R12: production keys are listed with their values while the session is fresh, and masked later', async () => {
  const { call, live, sandbox } = await developer();
  const list = async (as = call) =>
    (await as(keys.listKeys, { query: {} })).map(({ key, masked }) => [key, masked]);
  const values = [
    [sandbox.key, false],
    [live.key, false],
  ];
  expect(await list()).toEqual(values);
  app().skipSeconds(freshSeconds + 1);
  const mask = `blst_live_…${live.key.slice(-4)}`;
  expect(await list()).toEqual([
    [sandbox.key, false],
    [mask, true],
  ]);
  const renamed = await call(keys.updateKey, { params: { id: live.id }, body: { name: 'renamed' } });
  expect([renamed.key, renamed.masked]).toEqual([mask, true]);

  const { session } = await call(updateSessionUser, update({ current_password: password }));
  expect(await list(app().callAs(session?.access_token ?? ''))).toEqual(values);
});

test('R13: the sandbox, names, revoking and denying ask for nothing', async () => {
  const { call, live, sandbox } = await developer();
  const { deviceId } = await logInCli(app(), { call });
  app().skipSeconds(freshSeconds + 1);
  await call(keys.createKey, { body: { name: 'another', environment: 'SANDBOX' } });
  await call(keys.rotateKey, { params: { id: sandbox.id } });
  await call(keys.deleteKey, { params: { id: live.id } });
  await call(denyCliAuth, { body: { state: (await startCliLogin(app())).state } });
  await call(revokeDevice, { params: { id: deviceId } });
  await call(revokeOtherSessions);
  expect(await call(listDevices)).toEqual([]);
});

test('R13: a command line that was authorized is not asked again', async () => {
  const { call, live } = await developer();
  const device = await logInCli(app(), { call });
  await device.call(keys.listKeys, { query: {} });
  app().skipSeconds(freshSeconds + 1);
  expect((await device.call(keys.getKey, { params: { id: live.id } })).key).toBe(live.key);
  expect((await device.call(keys.rotateKey, { params: { id: live.id } })).masked).toBe(false);
  const { state } = await startCliLogin(app());
  expect(await failureOf(call(completeCliAuth, { body: { state } }))).toMatchObject(required);
});

test('R13: an account is connected even if its provider takes longer than the proof lasts', async () => {
  const { github } = started();
  const { email, session } = await app().verifiedUser();
  const browser = openBrowser(app());
  github.person(newPerson());
  app().skipSeconds(freshSeconds - 60);
  const { authUrl } = (await browser.link('github', session.access_token)).body;
  const callback = await github.consent(authUrl);
  app().skipSeconds(120);
  expect((await browser.finish({ ...callback, provider: 'github' })).status).toBe(200);
  await app().waitForMail(email, /^GitHub was connected/);
});

test('R14: what would be refused anyway is refused first', async () => {
  const { call, email, live } = await developer();
  const stranger = await app().verifiedUser();
  app().skipSeconds(freshSeconds + 1);
  const codeOf = async (refused: Promise<unknown>) => (await failureOf(refused)).code;
  const { id } = live;
  expect(await codeOf(app().call(keys.getKey, { params: { id } }))).toBe('unauthorized');
  expect(await codeOf(stranger.call(keys.getKey, { params: { id } }))).toBe('not_found');
  expect(await codeOf(stranger.call(keys.rotateKey, { params: { id } }))).toBe('not_found');
  const production = { name: 'live', environment: 'PRODUCTION' } as const;
  expect(await codeOf(stranger.call(keys.createKey, { body: production }))).toBe('profile_incomplete');
  expect(await codeOf(call(keys.createKey, { body: { ...production, name: ' ' } }))).toBe(
    'validation_failed',
  );
  expect(await codeOf(call(changeEmail, { body: { newEmail: email } }))).toBe('validation_failed');
  expect(await codeOf(call(completeCliAuth, { body: { state: 'x'.repeat(43) } }))).toBe('not_found');
  expect(await codeOf(call(updateSessionUser, update({ password: 'weak' })))).toBe('weak_password');
});

test('R14: both dialects say how the account can prove itself', async () => {
  const { session } = await app().verifiedUser();
  app().skipSeconds(freshSeconds + 1);
  const headers = { authorization: `Bearer ${session.access_token}`, 'content-type': 'application/json' };
  const ask = async (method: string, path: string, body: unknown) =>
    (await fetch(`${app().baseUrl}${path}`, { method, headers, body: JSON.stringify(body) })).json();
  const newEmail = newAddress();
  const own = { code: 'reauthentication_required', fields: {}, methods: ['password'] };
  expect(await ask('POST', '/auth/change-email', { newEmail })).toEqual({
    ...own,
    message: expect.any(String),
  });
  expect(await ask('PUT', '/auth/v1/user', { email: newEmail })).toEqual({
    ...own,
    message: expect.any(String),
    error_code: own.code,
    msg: expect.any(String),
  });
});

test('a password is changed in a fresh session, or with the current one', async () => {
  const { call } = await app().verifiedUser();
  await call(updateSessionUser, update({ password: 'Second-pass1!' }));
  app().skipSeconds(freshSeconds + 1);
  const next = { password: 'Third-pass1!' };
  expect(await failureOf(call(updateSessionUser, update(next)))).toMatchObject(required);
  const wrong = call(updateSessionUser, update({ ...next, current_password: password }));
  expect((await failureOf(wrong)).code).toBe('current_password_invalid');
  const changed = await call(updateSessionUser, update({ ...next, current_password: 'Second-pass1!' }));
  // The current password was a proof, too, for the token that came with the answer.
  const fresh = app().callAs(changed.session?.access_token ?? '');
  await fresh(updateSessionUser, update({ email: newAddress() }));
});

test('a reset link is the proof of its one change of password, and of nothing else', async () => {
  const { email } = await app().verifiedUser();
  await app().call(forgotPassword, { body: { email } });
  const { access_token: token = '' } = await app().resetLink(email);
  app().skipSeconds(freshSeconds + 1);
  const call = app().callAs(token);
  expect((await failureOf(call(updateSessionUser, update({ email: newAddress() })))).code).toBe(
    'session_not_found',
  );
  await call(updateSessionUser, update({ password: 'Second-pass1!' }));
});

const library = (token: string) =>
  new AuthClient({
    url: `${app().baseUrl}/auth/v1`,
    headers: { Authorization: `Bearer ${token}` },
    persistSession: false,
    autoRefreshToken: false,
  });

// Somebody who has no password.
const providerPerson = async () => {
  const { body } = await started().signInWith('github', newPerson());
  const { session, user } = body;
  if (!session) throw new Error('no session');
  const auth = library(session.access_token);
  await auth.setSession(session);
  return { session, email: user.email, call: app().callAs(session.access_token), auth };
};

const mailedCode = async (email: string, count = 1) => {
  const { text } = await app().waitForMail(email, /confirmation code$/, count);
  return /^\d{6}$/m.exec(text)?.[0] ?? '';
};

const another = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

test('an account without a password proves itself with a mailed code, by the session library’s own calls', async () => {
  const { email, call, auth, session } = await providerPerson();
  app().skipSeconds(freshSeconds + 1);
  const change = (as = call) => as(changeEmail, { body: { newEmail: newAddress() } });
  const refused = await failureOf(change());
  expect([refused.code, refused.body.methods]).toEqual([required.code, ['email']]);

  expect((await auth.reauthenticate()).error).toBeNull();
  expect((await failureOf(change())).code).toBe(required.code);
  const nonce = await mailedCode(email);
  const { data, error } = await auth.updateUser({ nonce });
  expect(error).toBeNull();
  // The user that the library returns has the access token that counts the proof. The session takes it over.
  const { access_token } = (data.user as unknown as { session: Access }).session;
  await auth.setSession({ access_token, refresh_token: session.refresh_token });
  await change(app().callAs(access_token));
  // The code is spent.
  expect((await auth.updateUser({ nonce })).error).toMatchObject({
    status: 422,
    code: 'reauthentication_not_valid',
  });
  // A first password is set in a fresh session.
  expect((await auth.updateUser({ password })).error).toBeNull();
});

test('a mailed code comes with the change that it is for', async () => {
  const { email, auth } = await providerPerson();
  app().skipSeconds(freshSeconds + 1);
  await auth.reauthenticate();
  const nonce = await mailedCode(email);
  expect((await auth.updateUser({ password, nonce: another(nonce) })).error?.code).toBe(
    'reauthentication_not_valid',
  );
  expect((await auth.updateUser({ password })).error?.code).toBe('reauthentication_required');
  expect((await auth.updateUser({ password, nonce })).error).toBeNull();
});

test('a mailed code is dead after five wrong tries, after fifteen minutes, and in another session', async () => {
  const { email, call } = await providerPerson();
  const use = async (nonce: string, as = call) =>
    (await failureOf(as(updateSessionUser, update({ nonce })))).code;
  const notValid = 'reauthentication_not_valid';

  await call(reauthenticate);
  const guessed = await mailedCode(email);
  const tries = Array.from({ length: mailedCodeLimits.tries }, () => use(another(guessed)));
  expect(await Promise.all(tries)).toEqual(tries.map(() => notValid));
  expect(await use(guessed)).toBe(notValid);
  expect((await failureOf(call(reauthenticate))).status).toBe(429);

  const { throttles } = app().deps;
  const forgive = () => throttles.of(mailPause).delete(`code ${email}`);
  await forgive();
  await call(reauthenticate);
  const old = await mailedCode(email, 2);
  app().skipSeconds(mailedCodeLimits.minutes * 60);
  expect(await use(old)).toBe(notValid);

  await forgive();
  await call(reauthenticate);
  const foreign = await mailedCode(email, 3);
  const { call: elsewhere } = await app().verifiedUser();
  expect(await use(foreign, elsewhere)).toBe(notValid);
  // What is no code at all is no try.
  for (const typed of ['12345', 'abcdef', `${foreign}0`, ' ', '١٢٣٤٥٦'])
    expect(await use(typed)).toBe(notValid);
  await call(updateSessionUser, update({ nonce: `${foreign.slice(0, 3)} ${foreign.slice(3)}` }));
});

test('mailed codes take twenty wrong guesses a day over all of them, and the owner is told', async () => {
  const { email, call } = await providerPerson();
  const use = (nonce: string) => call(updateSessionUser, update({ nonce }));
  const newCode = async (count: number) => {
    await app().deps.throttles.of(mailPause).delete(`code ${email}`);
    await call(reauthenticate);
    return mailedCode(email, count);
  };
  for (let mail = 1; mail <= factorLimits.wrongInADay / mailedCodeLimits.tries; mail += 1) {
    const code = await newCode(mail);
    for (let i = 0; i < mailedCodeLimits.tries; i += 1)
      expect((await failureOf(use(another(code)))).code).toBe('reauthentication_not_valid');
  }
  const right = await newCode(5);
  const refused = await failureOf(use(right));
  expect([refused.status, refused.retryAfterSeconds]).toEqual([429, 24 * 3600]);
  await app().waitForMail(email, /^Failed confirmation codes/);
});

test('an account with a second factor proves itself with that, a recovery code, and nothing less', async () => {
  const { call, email, factor, session } = await guardedUser(app());
  const { codes } = await call(createRecoveryCodes, { body: {} });
  app().skipSeconds(freshSeconds + 1);
  const change = (as = call) => as(changeEmail, { body: { newEmail: newAddress() } });
  const refused = await failureOf(change());
  expect([refused.code, refused.body.methods]).toEqual([required.code, ['totp', 'recovery_code']]);

  // The password is right, and so is the mailed code; neither is enough.
  await call(updateSessionUser, update({ current_password: password }));
  await call(reauthenticate);
  await call(updateSessionUser, update({ nonce: await mailedCode(email) }));
  expect(await failureOf(change())).toMatchObject(required);
  const withPassword = update({ password: 'Second-pass1!', current_password: password });
  expect(await failureOf(call(updateSessionUser, withPassword))).toMatchObject(required);

  const shown = await showCode(call, factor.id, factor.nextCode());
  expect(decodeJwt(shown.access_token).session_id).toBe(decodeJwt(session.access_token).session_id);
  await change(app().callAs(shown.access_token));

  app().skipSeconds(freshSeconds + 1);
  const later = app().callAs(shown.access_token);
  expect((await failureOf(later(replaceRecoveryCodes))).code).toBe(required.code);
  const recovered = await later(verifyRecoveryCode, { body: { code: codes[0] } });
  await app().callAs(recovered.access_token)(replaceRecoveryCodes);
});
