// Each call of the published session library for second factors and recovery codes, with its answer.
import { AuthClient } from '@supabase/auth-js';
import { expect, test } from 'vitest';
import { openAuthenticator, wrongCode } from '../../../testing/factors/authenticator.ts';
import { password, useTestApp } from '../../../testing/test-app.ts';

const app = useTestApp({ env: { LIMITS: 'second_factors_per_address=100000' } });

const memory = () => {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
};

const openClient = () => {
  const auth = new AuthClient({
    url: `${app().baseUrl}/auth/v1`,
    autoRefreshToken: false,
    detectSessionInUrl: false,
    storage: memory(),
    storageKey: crypto.randomUUID(),
    experimental: { recoveryCodes: true },
  });
  const events: string[] = [];
  auth.onAuthStateChange((event) => void events.push(event));
  return { auth, events };
};

const signedIn = async () => {
  const { session, email } = await app().verifiedUser();
  const client = openClient();
  expect((await client.auth.setSession(session)).error).toBeNull();
  return { ...client, email };
};

const enrolled = async () => {
  const client = await signedIn();
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', issuer: 'Somebody else' });
  if (error) throw error;
  return { ...client, factor: { ...data, ...openAuthenticator(app(), data.totp.secret) } };
};

const verified = async () => {
  const client = await enrolled();
  const { id: factorId, nextCode } = client.factor;
  expect((await client.auth.mfa.challengeAndVerify({ factorId, code: nextCode() })).error).toBeNull();
  return client;
};

test('mfa.enroll, challenge and verify turn an authenticator app into a second factor', async () => {
  const { auth, events, factor } = await enrolled();
  expect(factor).toMatchObject({ type: 'totp', friendly_name: 'Authenticator' });
  expect(factor.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg [^#]*<\/svg>$/);
  expect(await (await fetch(factor.totp.qr_code)).text()).toMatch(/<\/svg>$/);
  expect(factor.totp.uri).not.toContain('Somebody');
  expect((await auth.mfa.listFactors()).data).toMatchObject({
    all: [{ id: factor.id, factor_type: 'totp', status: 'unverified', friendly_name: 'Authenticator' }],
    totp: [],
    phone: [],
  });
  const before = (await auth.getSession()).data.session;

  const challenge = await auth.mfa.challenge({ factorId: factor.id });
  expect(challenge.error).toBeNull();
  expect(challenge.data).toMatchObject({ type: 'totp', expires_at: expect.any(Number) });
  const challengeId = challenge.data?.id ?? '';
  const wrong = await auth.mfa.verify({ factorId: factor.id, challengeId, code: wrongCode(factor) });
  expect(wrong.error).toMatchObject({ status: 422, code: 'mfa_verification_failed' });
  expect((await auth.getSession()).data.session?.access_token).toBe(before?.access_token);

  const shown = await auth.mfa.verify({ factorId: factor.id, challengeId, code: factor.code() });
  expect(shown.error).toBeNull();
  expect(events.at(-1)).toBe('MFA_CHALLENGE_VERIFIED');
  const after = (await auth.getSession()).data.session;
  expect(after?.refresh_token).not.toBe(before?.refresh_token);
  expect(after?.expires_at).toEqual(expect.any(Number));
  expect(after?.user.factors).toMatchObject([{ id: factor.id, status: 'verified' }]);
  expect((await auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
    currentLevel: 'aal2',
    nextLevel: 'aal2',
    currentAuthenticationMethods: [{ method: 'totp' }, { method: 'password' }],
  });
  expect((await auth.refreshSession()).error).toBeNull();
});

test('a sign-in is asked for the factor, and challengeAndVerify answers', async () => {
  const { email, factor } = await verified();
  const { auth } = openClient();
  expect((await auth.signInWithPassword({ email, password })).error).toBeNull();
  const level = (await auth.mfa.getAuthenticatorAssuranceLevel()).data;
  expect(level).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' });
  expect((await auth.updateUser({ email: 'else@northwind.dev' })).error).toMatchObject({
    status: 403,
    code: 'insufficient_aal',
  });
  const code = factor.nextCode();
  expect((await auth.mfa.challengeAndVerify({ factorId: factor.id, code })).error).toBeNull();
  expect((await auth.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe('aal2');
});

test('mfa.unenroll removes a factor, and a refresh tells so', async () => {
  const { auth, factor } = await verified();
  expect((await auth.mfa.unenroll({ factorId: factor.id })).data).toEqual({ id: factor.id });
  await auth.refreshSession();
  expect((await auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
    currentLevel: 'aal1',
    nextLevel: 'aal1',
  });
});

test('the library is told what is missing, unknown or not offered by the codes that it knows', async () => {
  const { auth, factor } = await enrolled();
  const { id: factorId } = factor;
  const phone = { factorType: 'phone', phone: '+15550100' } as const;
  expect((await auth.mfa.enroll(phone)).error).toMatchObject({
    status: 422,
    code: 'mfa_phone_enroll_not_enabled',
  });
  for (const factorType of ['recovery_code', 'sms'])
    expect((await auth.mfa.enroll({ factorType } as never)).error).toMatchObject({
      status: 400,
      code: 'validation_failed',
    });
  expect((await auth.mfa.challenge({ factorId: 'no-id' })).error).toMatchObject({
    status: 404,
    code: 'validation_failed',
  });
  expect((await auth.mfa.challenge({ factorId: crypto.randomUUID() })).error).toMatchObject({
    status: 404,
    code: 'mfa_factor_not_found',
  });
  const { data } = await auth.mfa.challenge({ factorId });
  const challengeId = data?.id ?? '';
  expect((await auth.mfa.verify({ factorId, challengeId, code: '' })).error).toMatchObject({
    status: 400,
    code: 'validation_failed',
  });
  const unknown = { factorId, challengeId: crypto.randomUUID(), code: factor.code() };
  expect((await auth.mfa.verify(unknown)).error).toMatchObject({ status: 422, code: 'mfa_factor_not_found' });
  expect((await auth.mfa.unenroll({ factorId: crypto.randomUUID() })).error).toMatchObject({
    status: 404,
    code: 'mfa_factor_not_found',
  });
  const nobody = openClient().auth;
  expect((await nobody.mfa.unenroll({ factorId })).error).toMatchObject({
    status: 401,
    code: 'no_authorization',
  });
});

test('mfa.recoveryCodes: status, generate, verify, regenerate and unenroll', async () => {
  const plain = await signedIn();
  const { recoveryCodes: none } = plain.auth.mfa;
  expect((await none.getStatus()).error).toMatchObject({ status: 404, code: 'mfa_factor_not_found' });
  expect((await none.generate()).error).toMatchObject({ status: 403, code: 'insufficient_aal' });
  expect((await none.regenerate()).error).toMatchObject({ status: 404, code: 'mfa_factor_not_found' });
  expect((await none.unenroll()).error).toMatchObject({ status: 404, code: 'mfa_factor_not_found' });
  expect((await none.verify({ code: ' ' })).error).toMatchObject({ status: 400, code: 'validation_failed' });
  const withoutSet = (await none.verify({ code: 'abcde-fghjk' })).error;
  expect(withoutSet).toMatchObject({ status: 422, code: 'mfa_verification_failed' });

  const { auth, events } = await verified();
  const { recoveryCodes } = auth.mfa;
  const made = await recoveryCodes.generate({ friendlyName: 'In the safe' });
  expect(made.error).toBeNull();
  expect(made.data).toMatchObject({ type: 'recovery_code', friendly_name: 'In the safe', total: 10 });
  const codes = made.data?.codes ?? [];
  expect((await recoveryCodes.verify({ code: 'abcde-fghjk' })).error?.message).toBe(withoutSet?.message);
  expect((await recoveryCodes.verify({ code: codes[0] ?? '' })).error).toBeNull();
  expect(events.at(-1)).toBe('MFA_CHALLENGE_VERIFIED');
  expect((await recoveryCodes.getStatus()).data).toMatchObject({ total: 10, remaining: 9 });
  const again = await recoveryCodes.regenerate();
  expect(again.data).toMatchObject({ id: made.data?.id, friendly_name: 'In the safe', total: 10 });
  expect((await auth.mfa.listFactors()).data).toMatchObject({ recovery_code: [{ id: made.data?.id }] });
  expect((await recoveryCodes.unenroll()).data).toEqual({ id: made.data?.id });
  expect((await recoveryCodes.getStatus()).error).toMatchObject({ status: 404 });
});
