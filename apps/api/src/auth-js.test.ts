// The published session library, as the browser runs it, against this server.
import { AuthClient } from '@supabase/auth-js';
import { expect, test } from 'vitest';
import { password, useTestApp } from './testing/test-app.ts';

const app = useTestApp();

const memory = () => {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
};

const client = () =>
  new AuthClient({
    url: `${app().baseUrl}/auth/v1`,
    autoRefreshToken: false,
    detectSessionInUrl: false,
    storage: memory(),
  });

test('auth-js signs in, gets the user, refreshes, checks the token by the published key, and signs out', async () => {
  const { email, user } = await app().verifiedUser();
  const auth = client();

  const signedIn = await auth.signInWithPassword({ email, password });
  expect(signedIn.error).toBeNull();
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

test('auth-js keeps a session that our own sign-in call gave', async () => {
  const { session, user } = await app().verifiedUser();
  const auth = client();
  const kept = await auth.setSession(session);
  expect(kept.error).toBeNull();
  expect(kept.data.user?.id).toBe(user.id);
});

test('auth-js learns that a session was ended elsewhere and signs out', async () => {
  const { session, email } = await app().verifiedUser();
  const other = client();
  await other.signInWithPassword({ email, password });
  const auth = client();
  await auth.setSession(session);
  await other.signOut({ scope: 'global' });

  expect((await auth.getUser()).error?.name).toBe('AuthSessionMissingError');
  expect((await auth.getSession()).data.session).toBeNull();
});

test('auth-js reports a wrong password by its code', async () => {
  const { error } = await client().signInWithPassword({
    email: 'nobody@northwind.dev',
    password: 'Wrong-pass1!',
  });
  expect(error).toMatchObject({ status: 400, code: 'invalid_credentials' });
});
