// The published session library, as browsers run it, in three versions against this server.
import { getProfile } from '@ballast/contract/profile';
import { AuthClient as Newest } from '@supabase/auth-js';
import { AuthClient as From2025 } from 'auth-js-2-72';
import { AuthClient as FromAugust } from 'auth-js-2-112';
import { describe, expect, test } from 'vitest';
import { newAddress, password, useTestApp } from '../../../testing/test-app.ts';
import { mailPause } from '../../identity/throttling/limits.ts';

const app = useTestApp();
const newPassword = 'Brand-new-pass1!';

// The versions' types differ in private members only.
type Library = typeof Newest;
const versions: [string, Library][] = [
  ['2.72.0', From2025 as unknown as Library],
  ['2.112.2', FromAugust as unknown as Library],
  ['2.119.0', Newest],
];

const memory = () => {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
};

describe.each(versions)('auth-js %s', (_, AuthClient) => {
  const client = (flowType: 'implicit' | 'pkce' = 'implicit', headers: Record<string, string> = {}) =>
    new AuthClient({
      headers,
      url: `${app().baseUrl}/auth/v1`,
      autoRefreshToken: false,
      detectSessionInUrl: false,
      storage: memory(),
      storageKey: crypto.randomUUID(),
      flowType,
    });

  test('signs in, gets the user, refreshes, checks the token by the published key, and signs out', async () => {
    const { email, user } = await app().verifiedUser();
    const auth = client();
    expect((await auth.signInWithPassword({ email, password })).error).toBeNull();
    expect((await auth.getUser()).data.user).toMatchObject({ id: user.id, email, role: 'authenticated' });

    const before = (await auth.getSession()).data.session;
    const refreshed = await auth.refreshSession();
    expect(refreshed.error).toBeNull();
    expect(refreshed.data.session?.refresh_token).not.toBe(before?.refresh_token);

    const claims = await auth.getClaims();
    expect(claims.error).toBeNull();
    expect(claims.data?.claims).toMatchObject({ sub: user.id, aud: 'authenticated' });

    expect((await auth.signOut({ scope: 'local' })).error).toBeNull();
    expect((await auth.getSession()).data.session).toBeNull();
  });

  test('keeps a session that the portal’s own sign-in gave', async () => {
    const { session, user } = await app().verifiedUser();
    const restored = await client().setSession(session);
    expect(restored.error).toBeNull();
    expect(restored.data.user?.id).toBe(user.id);
  });

  test('learns that a session was ended elsewhere, and signs out', async () => {
    const { session, email } = await app().verifiedUser();
    const other = client();
    await other.signInWithPassword({ email, password });
    const auth = client();
    await auth.setSession(session);
    expect((await other.signOut({ scope: 'global' })).error).toBeNull();

    expect((await auth.getUser()).error?.name).toBe('AuthSessionMissingError');
    expect((await auth.getSession()).data.session).toBeNull();
  });

  test('signs up, gets no session, and opens one with the token of the mailed link', async () => {
    const email = newAddress();
    const auth = client();
    const { data, error } = await auth.signUp({
      email,
      password,
      options: { data: { full_name: 'Mara Okafor' } },
    });
    expect(error).toBeNull();
    expect(data.session).toBeNull();
    expect(data.user).toMatchObject({ email, user_metadata: { full_name: 'Mara Okafor' } });

    const token_hash = await app().verificationToken(email);
    const verified = await auth.verifyOtp({ token_hash, type: 'email' });
    expect(verified.error).toBeNull();
    expect(verified.data.user?.email_confirmed_at).toBeTruthy();
    expect((await auth.verifyOtp({ token_hash, type: 'email' })).error).toMatchObject({
      status: 403,
      code: 'otp_expired',
    });
  });

  test('asks for a verification mail again', async () => {
    const email = await app().signUpUnverified();
    await app().deps.throttles.of(mailPause).delete(`verification ${email}`);
    const auth = client();
    expect((await auth.resend({ type: 'signup', email })).error).toBeNull();
    await app().verificationToken(email, 2);
    expect((await auth.resend({ type: 'signup', email })).error).toMatchObject({
      status: 429,
      code: 'over_request_rate_limit',
    });
  });

  test('resets a password with the session of the link’s fragment', async () => {
    const { email } = await app().verifiedUser();
    expect((await client().resetPasswordForEmail(email)).error).toBeNull();
    const { access_token = '', refresh_token = '' } = await app().resetLink(email);
    const auth = client();
    expect((await auth.setSession({ access_token, refresh_token })).error).toBeNull();
    expect((await auth.updateUser({ password: 'weak' })).error).toMatchObject({
      name: 'AuthWeakPasswordError',
      status: 422,
    });
    expect((await auth.updateUser({ password: newPassword })).error).toBeNull();
    expect((await auth.signOut()).error).toBeNull();
    expect((await auth.signInWithPassword({ email, password: newPassword })).error).toBeNull();
  });

  test('resets a password by PKCE: only the client that asked can exchange the code', async () => {
    const { email } = await app().verifiedUser();
    const auth = client('pkce');
    const redirectTo = 'http://portal.localhost/reset-password?from=test';
    expect((await auth.resetPasswordForEmail(email, { redirectTo })).error).toBeNull();
    const mail = await app().waitForMail(email, /^Reset/);
    const link = new URL(mail.links[0] ?? '');
    expect(`${link.origin}${link.pathname}`).toBe('http://portal.localhost/reset-password');
    const code = link.searchParams.get('code') ?? '';

    const stranger = client('pkce');
    await stranger.resetPasswordForEmail(newAddress('other'));
    expect((await stranger.exchangeCodeForSession(code)).error).toMatchObject({ code: 'bad_code_verifier' });
    expect((await auth.exchangeCodeForSession(code)).error).toBeNull();
    expect((await auth.updateUser({ password: newPassword })).error).toBeNull();
  });

  test('is not led to another host by redirect_to', async () => {
    const { email } = await app().verifiedUser();
    await client('pkce').resetPasswordForEmail(email, { redirectTo: 'https://evil.example/steal' });
    const mail = await app().waitForMail(email, /^Reset/);
    expect(mail.links[0]).toMatch(/^http:\/\/portal\.localhost\/reset-password\?code=/);
  });

  test('reports wrong passwords, unknown links and unknown grants by their codes', async () => {
    const auth = client();
    const email = newAddress('nobody');
    expect((await auth.signInWithPassword({ email, password })).error).toMatchObject({
      status: 400,
      code: 'invalid_credentials',
    });
    expect((await auth.verifyOtp({ email, token: '123456', type: 'email' })).error).toMatchObject({
      status: 403,
      code: 'otp_expired',
    });
    expect((await auth.signUp({ email, password: 'weak' })).error).toMatchObject({
      name: 'AuthWeakPasswordError',
    });
    expect((await auth.refreshSession({ refresh_token: 'unknown' })).error).toMatchObject({
      code: 'refresh_token_not_found',
    });
    expect((await auth.signInAnonymously()).error).toMatchObject({
      status: 400,
      code: 'validation_failed',
    });
  });

  test('updates the email by a link to the new address', async () => {
    const { session } = await app().verifiedUser();
    const auth = client();
    await auth.setSession(session);
    const email = newAddress('new');
    expect((await auth.updateUser({ email })).error).toBeNull();
    const mail = await app().waitForMail(email, /^Confirm your new email/);
    const token_hash = new URL(mail.links[0] ?? '').searchParams.get('token') ?? '';
    // The link alone lets nobody in and changes nothing; the owner's session confirms it.
    expect((await auth.verifyOtp({ token_hash, type: 'email_change' })).error).toMatchObject({
      status: 400,
      code: 'reauthentication_needed',
    });
    const owner = client('implicit', { Authorization: `Bearer ${session.access_token}` });
    const confirmed = await owner.verifyOtp({ token_hash, type: 'email_change' });
    expect(confirmed.error).toBeNull();
    expect(confirmed.data.user?.email).toBe(email);
    expect(confirmed.data.session).toBeNull();
  });
});

test('a sign-out of an unknown kind is refused as the library expects, and ends nothing', async () => {
  const { session, call, email } = await app().verifiedUser();
  const refused = await fetch(`${app().url}/api/auth/v1/logout?scope=everywhere`, {
    method: 'POST',
    headers: { authorization: `Bearer ${session.access_token}` },
  });
  expect(refused.status).toBe(400);
  expect(await refused.json()).toMatchObject({
    code: 'validation_failed',
    fields: { scope: 'scope must be global, local or others' },
  });
  expect(await call(getProfile)).toMatchObject({ email });
});
