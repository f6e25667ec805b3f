import { forgotPassword, logOut } from '@ballast/contract/auth/auth';
import type { FactorType } from '@ballast/contract/auth/second-factors';
import { endSession, getSessionUser, issueToken, updateSessionUser } from '@ballast/contract/auth/session';
import { getProfile } from '@ballast/contract/profile';
import { eq } from 'drizzle-orm';
import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { logInCli } from '../../../testing/cli-login.ts';
import { runJob } from '../../../testing/run-job.ts';
import { failureOf, useTestApp } from '../../../testing/test-app.ts';
import { sweepQueue } from '../../app/job-handlers.ts';
import { secondsAfter, secondsBefore } from '../../runtime/times.ts';
import { acceptFactor } from '../factors/accept-factor.ts';
import { factors, passkeys, sessionProofs } from '../factors/tables.ts';
import { readSession } from '../sessions/sessions.ts';
import { users } from '../tables.ts';
import { amrOf, isFresh, levelOf, type Proof, proofMethods, writeProof } from './proofs.ts';

const app = useTestApp();
const sessionIdOf = (token: string) => String(decodeJwt(token).session_id);
const refresh = (refresh_token: string) =>
  app().call(issueToken, { query: { grant_type: 'refresh_token' }, body: { refresh_token } });
const seconds = (at: Date) => Math.floor(at.getTime() / 1000);

const addFactor = async (userId: string, type: FactorType = 'totp') => {
  const now = app().now();
  const [factor] = await app()
    .deps.db.insert(factors)
    .values({ userId, type, status: 'verified', name: type, createdAt: now, updatedAt: now })
    .returning();
  if (!factor) throw new Error('no factor');
  return factor;
};

test('claims tell what the session was shown, and a refresh moves nothing', async () => {
  const { session, user } = await app().verifiedUser();
  const begun = seconds(app().now());
  const amr = [{ method: 'password', timestamp: begun }];
  expect(decodeJwt(session.access_token)).toMatchObject({ aal: 'aal1', amr });

  app().skipSeconds(100);
  const factor = await addFactor(user.id);
  const shown = { method: 'totp', factorId: factor.id } as const;
  await writeProof(app().deps.db, sessionIdOf(session.access_token), shown, app().now());
  app().skipSeconds(100);
  const next = await refresh(session.refresh_token);
  const both = [{ method: 'totp', timestamp: begun + 100 }, ...amr];
  expect(decodeJwt(next.access_token)).toMatchObject({ aal: 'aal2', amr: both });
  expect(next.user.factors).toEqual([
    {
      id: factor.id,
      factor_type: 'totp',
      status: 'verified',
      friendly_name: 'totp',
      created_at: factor.createdAt.toISOString(),
      updated_at: factor.updatedAt.toISOString(),
    },
  ]);

  // A proof ends with its factor.
  await app().deps.db.delete(factors).where(eq(factors.id, factor.id));
  expect(decodeJwt((await refresh(next.refresh_token)).access_token)).toMatchObject({ aal: 'aal1', amr });
});

test('a link in a mail is written down as what it is', async () => {
  const email = await app().signUpUnverified();
  const token_hash = await app().verificationToken(email);
  const answer = await app().post('/auth/v1/verify', JSON.stringify({ token_hash, type: 'signup' }));
  const { access_token } = (await answer.json()) as { access_token: string };
  expect(decodeJwt(access_token).amr).toMatchObject([{ method: 'email/signup' }]);

  const other = await app().verifiedUser();
  await app().call(forgotPassword, { body: { email: other.email } });
  const link = await app().resetLink(other.email);
  expect(decodeJwt(link.access_token ?? '').amr).toMatchObject([{ method: 'recovery' }]);
  const rows = await app()
    .deps.db.select()
    .from(sessionProofs)
    .where(eq(sessionProofs.sessionId, sessionIdOf(link.access_token ?? '')));
  expect(rows.map(({ method }) => method)).toEqual(['recovery']);
});

test('R9: the level follows from the proofs, newest first, and a passkey is enough alone', () => {
  const at = new Date('2026-11-16T12:00:00Z');
  const proof = (method: Proof['method'], age: number): Proof => ({
    method,
    at: secondsBefore(at, age),
    factorId: null,
    passkeyId: null,
  });
  expect(levelOf([])).toBe('aal1');
  expect(levelOf([proof('password', 0), proof('email/signup', 0), proof('reauthentication', 0)])).toBe(
    'aal1',
  );
  for (const method of ['totp', 'mfa/webauthn', 'mfa/recovery_code', 'passkey'] as const)
    expect(levelOf([proof('password', 0), proof(method, 90_000)])).toBe('aal2');
  expect(amrOf([proof('password', 60), proof('totp', 5)])).toEqual([
    { method: 'totp', timestamp: seconds(at) - 5 },
    { method: 'password', timestamp: seconds(at) - 60 },
  ]);

  const plain = { hasVerifiedFactor: false };
  const strong = { hasVerifiedFactor: true };
  const minutes = 15 * 60;
  expect(isFresh([proof('password', 0)], secondsAfter(at, minutes), plain)).toBe(true);
  expect(isFresh([proof('password', 0)], secondsAfter(at, minutes + 0.001), plain)).toBe(false);
  expect(isFresh([proof('oauth', 0)], at, plain)).toBe(true);
  for (const method of ['password', 'oauth', 'reauthentication', 'recovery', 'email/signup'] as const)
    expect(isFresh([proof(method, 0)], at, strong)).toBe(false);
  expect(isFresh([proof('totp', 60)], at, strong)).toBe(true);
  expect(isFresh([proof('recovery', 0)], at, plain)).toBe(false);
});

test('R14: an account is offered what it has, and mail only when there is nothing else', async () => {
  const { user } = await app().verifiedUser();
  const { db } = app().deps;
  const offered = async () => {
    const [owner] = await db.select().from(users).where(eq(users.id, user.id));
    return owner && proofMethods(db, owner);
  };
  expect(await offered()).toEqual(['password']);
  await db.insert(passkeys).values({
    userId: user.id,
    name: 'Laptop',
    credentialId: 'one',
    publicKey: 'key',
    createdAt: app().now(),
  });
  expect(await offered()).toEqual(['passkey', 'password']);
  await addFactor(user.id, 'webauthn');
  expect(await offered()).toEqual(['webauthn', 'passkey']);
  await addFactor(user.id, 'totp');
  expect(await offered()).toEqual(['totp', 'webauthn', 'passkey']);
  await db.delete(factors).where(eq(factors.userId, user.id));
  await db.delete(passkeys).where(eq(passkeys.userId, user.id));
  await db.update(users).set({ passwordHash: null }).where(eq(users.id, user.id));
  expect(await offered()).toEqual(['email']);
});

test('R10: before the second factor an account can look at itself, refresh and sign out, for 15 minutes', async () => {
  const { email, user, call, session } = await app().verifiedUser();
  const cli = await logInCli(app(), { call });
  await addFactor(user.id);
  const newPassword = { query: {}, body: { password: 'Brand-new-pass1!' } };
  for (const refused of [() => call(getProfile), () => call(updateSessionUser, newPassword)])
    expect(await failureOf(refused())).toMatchObject({ status: 403, code: 'insufficient_aal' });
  expect((await call(getSessionUser)).id).toBe(user.id);
  await cli.call(getProfile);

  const second = await app().signIn(email);
  await second.call(logOut);
  const third = await app().signIn(email);
  await third.call(endSession, { query: { scope: 'local' } });

  app().skipSeconds(14 * 60);
  const next = await refresh(session.refresh_token);
  app().skipSeconds(61);
  expect(await failureOf(refresh(next.refresh_token))).toMatchObject({
    status: 400,
    code: 'session_expired',
  });
  expect(await failureOf(app().callAs(next.access_token)(getSessionUser))).toMatchObject({
    code: 'session_not_found',
  });
});

test('R10: a session that waited in vain does not come back when the factor goes', async () => {
  const { user, session } = await app().verifiedUser();
  const factor = await addFactor(user.id);
  app().skipSeconds(16 * 60);
  await runJob(app(), sweepQueue);
  await app().deps.db.delete(factors).where(eq(factors.id, factor.id));
  expect(await failureOf(refresh(session.refresh_token))).toMatchObject({ code: 'refresh_token_not_found' });
});

test('R11: a second factor renews the tokens and ends lesser sessions, but no command line', async () => {
  const { email, user, call, session } = await app().verifiedUser();
  const cli = await logInCli(app(), { call });
  const strong = await app().signIn(email);
  const lesser = await app().signIn(email);
  const factor = await addFactor(user.id);
  const shown = { method: 'totp', factorId: factor.id } as const;
  await writeProof(app().deps.db, sessionIdOf(strong.session.access_token), shown, app().now());

  const { deps } = app();
  const signedIn = await readSession(deps, session.access_token);
  if (typeof signedIn === 'string') throw new Error(signedIn);
  const actor = { ...signedIn, client: { address: '203.0.113.1', userAgent: '' } };
  const renewed = await deps.db.transaction((tx) => acceptFactor(deps, tx, actor, signedIn.user, shown));

  const claims = decodeJwt(renewed.access_token);
  expect(claims).toMatchObject({ aal: 'aal2', session_id: sessionIdOf(session.access_token) });
  await app().callAs(renewed.access_token)(getProfile);
  await strong.call(getProfile);
  await cli.call(getProfile);
  expect(await failureOf(lesser.call(getSessionUser))).toMatchObject({ code: 'session_not_found' });
  const next = await refresh(renewed.refresh_token);
  expect(decodeJwt(next.access_token)).toMatchObject({ aal: 'aal2' });
  // The refresh token from before the factor is not taken for one whose answer was lost.
  expect(await failureOf(refresh(session.refresh_token))).toMatchObject({
    code: 'refresh_token_already_used',
  });
});
