import { generateKeyPairSync } from 'node:crypto';
import { endSession, getSessionUser, issueToken } from '@ballast/contract/auth/session';
import { getProfile } from '@ballast/contract/profile';
import { decodeJwt, decodeProtectedHeader, SignJWT, UnsecuredJWT } from 'jose';
import { expect, test } from 'vitest';
import { failureOf, useTestApp } from '../../../testing/test-app.ts';

const app = useTestApp();
const refresh = (refresh_token: string) =>
  app().call(issueToken, { query: { grant_type: 'refresh_token' }, body: { refresh_token } });

test('a refresh token is exchanged for a new session of the same sign-in', async () => {
  const { session } = await app().verifiedUser();
  const next = await refresh(session.refresh_token);
  expect(next.refresh_token).not.toBe(session.refresh_token);
  expect(decodeJwt(next.access_token).session_id).toBe(decodeJwt(session.access_token).session_id);
  await app().callAs(next.access_token)(getProfile);
});

test('an answer that got lost is repeated within 10 seconds', async () => {
  const { session } = await app().verifiedUser();
  const first = await refresh(session.refresh_token);
  const again = await refresh(session.refresh_token);
  expect(again.refresh_token).toBe(first.refresh_token);
});

test('twenty tabs that refresh at once all stay signed in', async () => {
  const { session } = await app().verifiedUser();
  const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(session.refresh_token)));
  expect(new Set(answers.map((answer) => answer.refresh_token)).size).toBe(1);
});

test('a spent refresh token that comes back later ends the session for both holders', async () => {
  const { session } = await app().verifiedUser();
  const next = await refresh(session.refresh_token);
  app().skipSeconds(11);

  expect(await failureOf(refresh(session.refresh_token))).toMatchObject({
    status: 400,
    code: 'refresh_token_already_used',
  });
  expect(await failureOf(refresh(next.refresh_token))).toMatchObject({ code: 'refresh_token_not_found' });
  expect(await failureOf(app().callAs(next.access_token)(getProfile))).toMatchObject({ status: 401 });
});

test('a laptop that slept for a day refreshes; one that slept for 31 days signs in again', async () => {
  const { session } = await app().verifiedUser();
  app().skipSeconds(24 * 3600);
  const next = await refresh(session.refresh_token);
  app().skipSeconds(31 * 24 * 3600);
  expect((await failureOf(refresh(next.refresh_token))).status).toBe(400);
});

test('a session that is used every week ends 90 days after its sign-in', async () => {
  const { session } = await app().verifiedUser();
  let newest = session;
  for (let week = 1; week <= 12; week += 1) {
    app().skipSeconds(7 * 24 * 3600);
    newest = await refresh(newest.refresh_token);
  }
  app().skipSeconds(6 * 24 * 3600 - 60);
  newest = await refresh(newest.refresh_token);
  await app().callAs(newest.access_token)(getProfile);

  app().skipSeconds(60);
  expect((await failureOf(refresh(newest.refresh_token))).status).toBe(400);
  expect(await failureOf(app().callAs(newest.access_token)(getProfile))).toMatchObject({ status: 401 });
});

test.each(['', 'nonsense', 'A'.repeat(59)])('the refresh token %j is refused', async (token) => {
  expect((await failureOf(refresh(token))).status).toBeLessThan(500);
});

test('an access token works for its hour and five minutes of clock skew', async () => {
  const { call } = await app().verifiedUser();
  app().skipSeconds(3600 + 290);
  await call(getProfile);
  app().skipSeconds(20);
  expect(await failureOf(call(getProfile))).toMatchObject({ status: 401, code: 'unauthorized' });
});

test('forged access tokens are refused', async () => {
  const { session } = await app().verifiedUser();
  const claims = decodeJwt(session.access_token);
  const { kid } = decodeProtectedHeader(session.access_token);
  const otherKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  const [header, , signature] = session.access_token.split('.');
  const forged = [
    new UnsecuredJWT(claims).encode(),
    await new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: kid ?? '' }).sign(otherKey),
    await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256' })
      .sign(Buffer.from(JSON.stringify(app().deps.accessTokens.jwks))),
    `${header}.${Buffer.from(JSON.stringify({ ...claims, sub: crypto.randomUUID() })).toString('base64url')}.${signature}`,
    'a.b.c',
    session.refresh_token,
  ];
  for (const token of forged) {
    expect(await failureOf(app().callAs(token)(getProfile))).toMatchObject({
      status: 401,
      code: 'unauthorized',
    });
  }
});

test('the session library is told what is wrong by the codes it knows', async () => {
  const { session } = await app().verifiedUser();
  const call = app().callAs(session.access_token);
  const answer = await fetch(`${app().baseUrl}/auth/v1/user`, { headers: { authorization: 'Bearer x.y.z' } });
  expect(answer.status).toBe(403);
  expect(answer.headers.get('x-supabase-api-version')).toBe('2024-01-01');
  expect(await answer.json()).toEqual({
    code: 'bad_jwt',
    error_code: 'bad_jwt',
    message: 'Invalid JWT',
    msg: 'Invalid JWT',
    fields: {},
  });
  await call(endSession, { query: { scope: 'local' } });
  expect(await failureOf(call(getSessionUser))).toMatchObject({ status: 403, code: 'session_not_found' });
});

test('signing out of the others keeps this session; signing out of all ends every one', async () => {
  const first = await app().verifiedUser();
  const second = await app().signIn(first.email);
  await first.call(endSession, { query: { scope: 'others' } });
  expect((await failureOf(second.call(getProfile))).status).toBe(401);
  await first.call(getProfile);

  const third = await app().signIn(first.email);
  await first.call(endSession, { query: { scope: 'global' } });
  expect((await failureOf(third.call(getProfile))).status).toBe(401);
  expect((await failureOf(first.call(getProfile))).status).toBe(401);
});
