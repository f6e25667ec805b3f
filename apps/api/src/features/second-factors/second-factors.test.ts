// Each rule of second factors that can be told by its calls.
import { listActivities } from '@ballast/contract/activities';
import { forgotPassword, logIn, resetPassword } from '@ballast/contract/auth/auth';
import {
  challengeFactor,
  createRecoveryCodes,
  enrolFactor,
  getRecoveryCodes,
  removeFactor,
  removeRecoveryCodes,
  replaceRecoveryCodes,
  verifyFactor,
  verifyRecoveryCode,
} from '@ballast/contract/auth/second-factor-calls';
import { recoveryCodeAlphabet } from '@ballast/contract/auth/second-factors';
import { getSessionUser, issueToken, updateSessionUser } from '@ballast/contract/auth/session';
import { getProfile } from '@ballast/contract/profile';
import { eq } from 'drizzle-orm';
import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { logInCli } from '../../../testing/cli-login.ts';
import {
  enrolAuthenticator,
  guardedUser,
  showCode,
  stepSeconds,
  wrongCode,
} from '../../../testing/factors/authenticator.ts';
import { failureOf, password, startTestApp, useTestApp } from '../../../testing/test-app.ts';
import { sweepFactors } from '../../identity/factors/factors.ts';
import { factors, recoveryCodes } from '../../identity/factors/tables.ts';
import { secondFactorPerAddress } from '../../identity/throttling/limits.ts';

const app = useTestApp({ env: { LIMITS: 'second_factors_per_address=100000', BRAND_NAME: 'Harbour & Co' } });
const refresh = (refresh_token: string) =>
  app().call(issueToken, { query: { grant_type: 'refresh_token' }, body: { refresh_token } });
const wrong = { status: 422, code: 'mfa_verification_failed' };
const newPassword = 'Brand-new-pass1!';

test('R1: a code of this step or one beside it counts once, and the secret is stored encrypted', async () => {
  const { call, email } = await app().verifiedUser();
  const { id, totp, code, nextCode } = await enrolAuthenticator(app(), call);
  expect(totp?.secret).toMatch(/^[A-Z2-7]{32}$/);
  const uri = new URL(totp?.uri ?? '');
  expect(decodeURIComponent(uri.pathname)).toBe(`/Harbour & Co:${email}`);
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    algorithm: 'SHA1',
    digits: '6',
    issuer: 'Harbour & Co',
    period: '30',
    secret: totp?.secret,
  });
  expect(totp?.qr_code).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg"[^#%]*<\/svg>$/);
  const [row] = await app().deps.db.select().from(factors).where(eq(factors.id, id));
  expect(row?.encryptionKeyId).toBe(app().deps.keyEncryption.currentId());
  expect(JSON.stringify(row)).not.toContain(totp?.secret);

  const first = code(-1);
  const session = await showCode(call, id, ` ${first.slice(0, 3)} ${first.slice(3)}\n`);
  const signedIn = app().callAs(session.access_token);
  // The step counts once, and so does none before it.
  expect(await failureOf(showCode(signedIn, id, first))).toMatchObject(wrong);
  await showCode(signedIn, id, code(1));
  expect(await failureOf(showCode(signedIn, id, code(0)))).toMatchObject(wrong);
  app().skipSeconds(stepSeconds);
  await showCode(signedIn, id, nextCode());
  expect(await failureOf(showCode(signedIn, id, code(2)))).toMatchObject(wrong);
});

test('R2: names are unique without case, an enrolment is left after 15 minutes, and ten factors are enough', async () => {
  const { call, user } = await app().verifiedUser();
  const left = await enrolAuthenticator(app(), call, '  Phone ');
  expect(left.friendly_name).toBe('Phone');
  // The next enrolment takes its place, and its name is free.
  const phone = await enrolAuthenticator(app(), call, 'phone');
  expect(await failureOf(showCode(call, left.id, left.code()))).toMatchObject({
    status: 404,
    code: 'mfa_factor_not_found',
  });
  app().skipSeconds(15 * 60);
  expect((await call(getSessionUser)).factors).toEqual([]);
  expect(await failureOf(showCode(call, phone.id, phone.code()))).toMatchObject({ status: 404 });
  await sweepFactors(app().deps);

  const proven = await call(updateSessionUser, { query: {}, body: { current_password: password } });
  const fresh = app().callAs(proven.session?.access_token ?? '');
  const one = await enrolAuthenticator(app(), fresh);
  expect(one.friendly_name).toBe('Authenticator');
  const withOne = app().callAs((await showCode(fresh, one.id, one.code())).access_token);
  const two = await enrolAuthenticator(app(), withOne);
  expect(two.friendly_name).toBe('Authenticator 2');
  const signedIn = app().callAs((await showCode(withOne, two.id, two.code())).access_token);
  expect(await failureOf(enrolAuthenticator(app(), signedIn, 'AUTHENTICATOR'))).toMatchObject({
    status: 422,
    code: 'mfa_factor_name_conflict',
  });
  const long = { factor_type: 'totp', friendly_name: 'x'.repeat(65) };
  expect((await failureOf(signedIn(enrolFactor, { body: long }))).code).toBe('validation_failed');

  // Verifying a factor beside another wants what enrolling it wants.
  const third = await enrolAuthenticator(app(), signedIn);
  const { email } = await signedIn(getSessionUser);
  const before = await app().signIn(email);
  expect(await failureOf(showCode(before.call, third.id, third.code()))).toMatchObject({
    status: 403,
    code: 'insufficient_aal',
  });
  const now = app().now();
  const row = { userId: user.id, type: 'totp', status: 'verified', createdAt: now, updatedAt: now } as const;
  await app()
    .deps.db.insert(factors)
    .values(Array.from({ length: 8 }, (_, i) => ({ ...row, name: `More ${i}` })));
  expect(await failureOf(enrolAuthenticator(app(), signedIn))).toMatchObject({
    status: 422,
    code: 'too_many_enrolled_mfa_factors',
  });
});

test('R3: a challenge is good for five minutes, once', async () => {
  const { call, factor } = await guardedUser(app());
  const challenge = () => call(challengeFactor, { params: { id: factor.id }, body: {} });
  const answer = (challenge_id: string, code: string) =>
    call(verifyFactor, { params: { id: factor.id }, body: { challenge_id, code } });
  const late = await challenge();
  expect(late.expires_at).toBe(Math.floor(app().now().getTime() / 1000) + 300);
  app().skipSeconds(300);
  const over = { status: 422, code: 'mfa_challenge_expired' };
  expect(await failureOf(answer(late.id, factor.code()))).toMatchObject(over);
  const good = await challenge();
  // A wrong code does not spend it; a right one does.
  expect(await failureOf(answer(good.id, wrongCode(factor)))).toMatchObject(wrong);
  await answer(good.id, factor.code());
  expect(await failureOf(answer(good.id, factor.nextCode()))).toMatchObject(over);
  expect(await failureOf(answer(crypto.randomUUID(), factor.code()))).toMatchObject({
    status: 422,
    code: 'mfa_factor_not_found',
  });
});

test('R4: five wrong codes lock a factor for 15 minutes, and malformed ones do not count', async () => {
  const { call, factor } = await guardedUser(app());
  for (const malformed of ['12345', '1234567', 'abcdef'])
    for (let i = 0; i < 2; i += 1)
      expect(await failureOf(showCode(call, factor.id, malformed))).toMatchObject(wrong);
  for (let i = 0; i < 4; i += 1) await failureOf(showCode(call, factor.id, wrongCode(factor)));
  await showCode(call, factor.id, factor.nextCode());
  for (let i = 0; i < 5; i += 1) await failureOf(showCode(call, factor.id, wrongCode(factor)));
  app().skipSeconds(15 * 60 - stepSeconds - 1);
  expect(await failureOf(showCode(call, factor.id, factor.nextCode()))).toMatchObject({
    status: 429,
    code: 'over_request_rate_limit',
    retryAfterSeconds: 1,
  });
  // A lock ends no session.
  await call(getProfile);
  await showCode(call, factor.id, factor.nextCode());
  const failed = await call(listActivities, { query: { category: 'auth' } });
  expect(failed.filter(({ type }) => type === 'second_factor_failed')).toHaveLength(9);
  expect(failed.find(({ type }) => type === 'second_factor_failed')?.description).toMatch(
    /^Authenticator, from 127\.0\.0\.1, .+ on .+$/,
  );
});

test('R4: an account asks 30 times a minute from one address', async () => {
  const strict = await startTestApp();
  const { call, factor, user } = await guardedUser(strict);
  const secondFactorPerAddressCount = strict.deps.throttles.of(secondFactorPerAddress);
  expect(secondFactorPerAddressCount).toMatchObject({ points: 30, duration: 60 });
  await secondFactorPerAddressCount.set(`account ${user.id} 127.0.0.1`, 30, 3600);
  const limited = { status: 429, code: 'over_request_rate_limit' };
  expect(await failureOf(showCode(call, factor.id, factor.nextCode()))).toMatchObject(limited);
  const body = { challenge_id: crypto.randomUUID(), code: factor.code() };
  expect(await failureOf(call(verifyFactor, { params: { id: factor.id }, body }))).toMatchObject(limited);
  expect(await failureOf(call(verifyRecoveryCode, { body: { code: 'abcde-fghjk' } }))).toMatchObject(limited);
  await strict.stop();
});

test('R5: recovery codes are stored as hashes, count once, and each use is told by mail', async () => {
  const { call, email, user, factor } = await guardedUser(app());
  expect(await failureOf(call(getRecoveryCodes))).toMatchObject({
    status: 404,
    code: 'mfa_factor_not_found',
  });
  const made = await call(createRecoveryCodes, { body: {} });
  expect(made).toMatchObject({ type: 'recovery_code', friendly_name: 'Recovery codes', total: 10 });
  const shape = new RegExp(`^[${recoveryCodeAlphabet}]{10}$`);
  expect(new Set(made.codes).size).toBe(10);
  for (const code of made.codes) expect(code).toMatch(shape);
  expect(recoveryCodeAlphabet).toBe('abcdefghjkmnpqrstuvwxyz23456789');
  const stored = await app().deps.db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, user.id));
  for (const code of made.codes) expect(JSON.stringify(stored)).not.toContain(code);
  expect(await failureOf(call(createRecoveryCodes, { body: {} }))).toMatchObject({
    status: 422,
    code: 'mfa_verified_factor_exists',
  });
  expect(await failureOf(call(removeFactor, { params: { id: factor.id } }))).toMatchObject({
    status: 422,
    code: 'mfa_recovery_codes_sole_factor',
  });
  expect(await failureOf(call(removeFactor, { params: { id: made.id } }))).toMatchObject({
    status: 422,
    code: 'validation_failed',
  });

  const [code = ''] = made.codes;
  const typed = ` ${code.slice(0, 5).toUpperCase()}-${code.slice(5)} `;
  const before = await app().signIn(email);
  app().skipSeconds(1);
  const opened = await before.call(verifyRecoveryCode, { body: { code: typed } });
  expect(decodeJwt(opened.access_token)).toMatchObject({
    aal: 'aal2',
    amr: [{ method: 'mfa/recovery_code' }, { method: 'password' }],
  });
  const mail = await app().waitForMail(email, /^A recovery code/);
  expect(mail.text).toContain('You have 9 recovery codes left');
  expect(await failureOf(call(verifyRecoveryCode, { body: { code } }))).toMatchObject(wrong);
  expect(await call(getRecoveryCodes)).toEqual({
    id: made.id,
    type: 'recovery_code',
    total: 10,
    remaining: 9,
  });

  // Five wrong ones lock the codes, and right ones are refused unspent. New codes lift the lock.
  for (let i = 0; i < 4; i += 1) await failureOf(call(verifyRecoveryCode, { body: { code: 'abcdefghjk' } }));
  const locked = { status: 429, code: 'mfa_recovery_codes_locked', retryAfterSeconds: 900 };
  expect(await failureOf(call(verifyRecoveryCode, { body: { code: made.codes[1] } }))).toMatchObject(locked);
  expect((await call(getRecoveryCodes)).remaining).toBe(9);
  const again = await call(replaceRecoveryCodes);
  expect(again).toMatchObject({ id: made.id, friendly_name: 'Recovery codes', total: 10 });
  await app().callAs(opened.access_token)(getProfile);
  expect(await failureOf(call(verifyRecoveryCode, { body: { code: made.codes[1] } }))).toMatchObject(wrong);
  await call(verifyRecoveryCode, { body: { code: again.codes[0] } });
});

test('R6: after a lost phone: a recovery code, the new phone, then the old one goes, then new codes', async () => {
  const { call, email, factor } = await guardedUser(app());
  const { codes } = await call(createRecoveryCodes, { body: {} });
  const before = await app().signIn(email);
  const opened = await before.call(verifyRecoveryCode, { body: { code: codes[0] } });
  const recovered = app().callAs(opened.access_token);
  const phone = await enrolAuthenticator(app(), recovered, 'New phone');
  const shown = app().callAs((await showCode(recovered, phone.id, phone.code())).access_token);
  await shown(removeFactor, { params: { id: factor.id } });
  expect((await shown(replaceRecoveryCodes)).codes).toHaveLength(10);
  await shown(getProfile);
  await app().waitForMail(email, /^A second step was added/, 2);
  await app().waitForMail(email, /^New recovery codes/, 2);
  await app().waitForMail(email, /^A second step was removed/);

  // Without the codes, a session that has shown nothing but one of them is where it began.
  const other = await app().signIn(email);
  const { codes: more } = await shown(replaceRecoveryCodes);
  const byCode = await other.call(verifyRecoveryCode, { body: { code: more[0] } });
  const signedIn = app().callAs(byCode.access_token);
  await signedIn(removeRecoveryCodes);
  expect(await failureOf(signedIn(getProfile))).toMatchObject({ status: 403, code: 'insufficient_aal' });
});

test('R10: a reset link sets no password until the second factor was shown in its session', async () => {
  const { email, factor } = await guardedUser(app());
  await app().call(forgotPassword, { body: { email } });
  const { access_token: token = '' } = await app().resetLink(email);
  const link = app().callAs(token);
  const needed = { status: 403, code: 'insufficient_aal' };
  const byPortal = (shown = token) =>
    app().call(resetPassword, { body: { token: shown, password: newPassword } });
  const byLibrary = () => link(updateSessionUser, { query: {}, body: { password: newPassword } });
  for (const set of [() => byPortal(), byLibrary]) {
    const refusal = await failureOf(set());
    expect(refusal).toMatchObject(needed);
    expect(refusal.message).not.toMatch(/expired|invalid|session/i);
  }
  // A reset link keeps its own hour.
  app().skipSeconds(20 * 60);
  const session = await showCode(link, factor.id, factor.nextCode());
  expect(decodeJwt(session.access_token).aal).toBe('aal2');
  expect((await failureOf(app().callAs(session.access_token)(getProfile))).status).toBe(401);
  await byPortal(session.access_token);
  await app().call(logIn, { body: { email, password: newPassword } });
});

test('R10: a session that falls back has 15 minutes from then on, and R9: what it showed beside still counts', async () => {
  const { call, email, factor } = await guardedUser(app());
  const key = await enrolAuthenticator(app(), call, 'Tablet');
  const tablet = await app().signIn(email);
  await showCode(call, key.id, key.code());
  expect(await failureOf(tablet.call(getSessionUser))).toMatchObject({ code: 'session_not_found' });

  const begun = await app().signIn(email);
  const before = await showCode(begun.call, key.id, key.nextCode());
  app().skipSeconds(3600);
  const session = await showCode(app().callAs(before.access_token), key.id, key.nextCode());
  const shown = app().callAs(session.access_token);
  await shown(removeFactor, { params: { id: key.id } });
  expect(await failureOf(shown(getProfile))).toMatchObject({ code: 'insufficient_aal' });
  const next = await refresh(session.refresh_token);
  expect(decodeJwt(next.access_token)).toMatchObject({ aal: 'aal1', amr: [{ method: 'password' }] });
  app().skipSeconds(14 * 60);
  await app().callAs(next.access_token)(getSessionUser);
  app().skipSeconds(61);
  expect(await failureOf(refresh(next.refresh_token))).toMatchObject({ code: 'session_expired' });
  // Without the last factor nothing is asked for any more.
  const last = await app().signIn(email);
  const open = app().callAs((await showCode(last.call, factor.id, factor.nextCode())).access_token);
  await open(removeFactor, { params: { id: factor.id } });
  await open(getProfile);
});

test('R11: a verification ends lesser sessions each time, and no command line', async () => {
  const { call, email, factor } = await guardedUser(app());
  const cli = await logInCli(app(), { call });
  for (let round = 0; round < 2; round += 1) {
    const lesser = await app().signIn(email);
    await showCode(call, factor.id, factor.nextCode());
    expect(await failureOf(lesser.call(getSessionUser))).toMatchObject({ code: 'session_not_found' });
  }
  await cli.call(getProfile);
});
