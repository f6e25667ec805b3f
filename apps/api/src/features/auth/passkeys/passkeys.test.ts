// Passkeys with the published session library: each of its calls, and what they change for the account.
import { listActivities } from '@ballast/contract/activities';
import { passkeyLimits } from '@ballast/contract/auth/passkeys';
import { waitFor } from '@ballast/harness/wait-for';
import { eq } from 'drizzle-orm';
import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import {
  newAuthenticator,
  openPasskeyUser,
  register,
  signIn,
  startRegistration,
  startSignIn,
} from '../../../../testing/factors/passkeys.ts';
import { libraryOf, openLibrary } from '../../../../testing/session-library.ts';
import { useTestApp } from '../../../../testing/test-app.ts';
import { sweepQueue } from '../../../app/job-handlers.ts';
import { passkeyChallenges, passkeys } from '../../../identity/factors/tables.ts';
import { users } from '../../../identity/tables.ts';

// How often one address asks is not the subject here.
const app = useTestApp({
  env: { LIMITS: 'passkey_options_per_address=10000,second_factors_per_address=10000' },
});

test('R8: a passkey signs in to a new session at aal2, and no second factor is asked for', async () => {
  const { user, email, authenticator, session, call } = await openPasskeyUser(app());
  const library = openLibrary(app());
  const events: string[] = [];
  library.onAuthStateChange((event) => void events.push(event));

  const { data, error } = await signIn(library, authenticator);
  expect(error).toBeNull();
  expect(data?.user).toMatchObject({ id: user.id, email, factors: [] });
  expect(events).toContain('SIGNED_IN');
  const claims = decodeJwt(data?.session?.access_token ?? '');
  expect(claims).toMatchObject({ sub: user.id, aal: 'aal2', amr: [{ method: 'passkey' }] });
  expect(claims.session_id).not.toBe(decodeJwt(session.access_token).session_id);
  expect((await library.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
    currentLevel: 'aal2',
    nextLevel: 'aal2',
  });
  expect((await library.refreshSession()).error).toBeNull();
  const refreshed = (await library.getSession()).data.session;
  expect(decodeJwt(refreshed?.access_token ?? '')).toMatchObject({ aal: 'aal2' });
  expect((await library.passkey.list()).data?.[0]?.last_used_at).toBe(app().now().toISOString());

  const entries = await call(listActivities, { query: { category: 'auth' } });
  expect(entries.filter(({ type }) => type === 'login')).toHaveLength(2);
  // The browser is new to the account, and known the next time.
  await app().waitForMail(email, /^New sign-in/);
  expect((await signIn(library, authenticator)).error).toBeNull();
  const news = (await app().mails()).filter(
    ({ to, subject }) => to === email && /^New sign-in/.test(subject),
  );
  expect(news).toHaveLength(1);
});

test('what the browser is asked for: this portal’s name, a verified person, and no key twice', async () => {
  const { user, email, library } = await openPasskeyUser(app());
  const soon = Math.floor(app().now().getTime() / 1000) + 300;
  const [known] = await app().deps.db.select().from(passkeys).where(eq(passkeys.userId, user.id));

  const registration = await startRegistration(library);
  expect(registration.expires_at).toBe(soon);
  expect(registration.options).toEqual({
    rp: { id: 'portal.localhost', name: app().deps.config.brandName },
    user: { id: Buffer.from(user.id).toString('base64url'), name: email, displayName: 'Mara Okafor' },
    challenge: expect.stringMatching(/^[\w-]{43}$/),
    pubKeyCredParams: [-7, -8, -257].map((alg) => ({ type: 'public-key', alg })),
    timeout: 300_000,
    excludeCredentials: [{ id: known?.credentialId, type: 'public-key', transports: ['usb'] }],
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    attestation: 'none',
    hints: [],
  });
  const signingIn = await startSignIn(openLibrary(app()));
  expect(signingIn.expires_at).toBe(soon);
  expect(signingIn.options).toEqual({
    rpId: 'portal.localhost',
    challenge: expect.stringMatching(/^[\w-]{43}$/),
    timeout: 300_000,
    userVerification: 'required',
  });
});

test('a new passkey is named after its browser, where nothing else is known of it', async () => {
  const { session } = await app().verifiedUser();
  const chrome =
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Safari/537.36';
  const library = await libraryOf(app(), session, { 'user-agent': chrome });
  const names = [];
  for (const authenticator of [newAuthenticator(app()), newAuthenticator(app())])
    names.push((await register(library, authenticator)).data?.friendly_name);
  expect(names).toEqual(['Chrome on Linux', 'Chrome on Linux 2']);
});

test('passkeys are listed, renamed and removed; each change is in the log, and adding and removing are mailed', async () => {
  const { library, email, call, passkey } = await openPasskeyUser(app());
  expect(passkey).toEqual({ id: passkey.id, friendly_name: 'Passkey', created_at: expect.any(String) });
  await app().waitForMail(email, /^A passkey was added/);
  app().skipSeconds(1);
  const second = await register(library, newAuthenticator(app()));
  expect(second.data).toMatchObject({ friendly_name: 'Passkey 2' });
  expect((await library.passkey.list()).data?.map(({ id }) => id)).toEqual([second.data?.id, passkey.id]);

  const renamed = await library.passkey.update({ passkeyId: passkey.id, friendlyName: '  Work laptop ' });
  expect(renamed.data).toEqual({ ...passkey, friendly_name: 'Work laptop' });
  for (const friendlyName of ['', '   ', 'x'.repeat(passkeyLimits.nameLength + 1)]) {
    const refused = await library.passkey.update({ passkeyId: passkey.id, friendlyName });
    expect(refused.error).toMatchObject({ status: 400, code: 'validation_failed' });
  }

  expect(await library.passkey.delete({ passkeyId: passkey.id })).toEqual({ data: null, error: null });
  await app().waitForMail(email, /^A passkey was removed/);
  expect((await library.passkey.list()).data).toMatchObject([{ friendly_name: 'Passkey 2' }]);
  for (const passkeyId of [passkey.id, crypto.randomUUID(), 'not-a-uuid']) {
    const notFound = { status: 404, code: 'validation_failed' };
    expect((await library.passkey.delete({ passkeyId })).error).toMatchObject(notFound);
    const renaming = await library.passkey.update({ passkeyId, friendlyName: 'Mine' });
    expect(renaming.error).toMatchObject(notFound);
  }
  const entries = await call(listActivities, { query: { category: 'auth' } });
  expect(entries.map(({ type, description }) => `${type} ${description}`)).toEqual(
    expect.arrayContaining([
      'passkey_removed Work laptop',
      'passkey_added Passkey 2',
      'passkey_added Passkey',
    ]),
  );
});

test('R8: removing a passkey ends the sessions it opened, and the one that removes it falls to aal1', async () => {
  const { library: byPassword, authenticator, passkey } = await openPasskeyUser(app());
  const [elsewhere, here] = [openLibrary(app()), openLibrary(app())];
  await signIn(elsewhere, authenticator);
  await signIn(here, authenticator);

  expect((await here.passkey.delete({ passkeyId: passkey.id })).error).toBeNull();
  expect((await elsewhere.getUser()).error?.name).toBe('AuthSessionMissingError');
  expect((await byPassword.getUser()).error).toBeNull();
  expect((await here.refreshSession()).error).toBeNull();
  const { access_token = '' } = (await here.getSession()).data.session ?? {};
  expect(decodeJwt(access_token)).toMatchObject({ aal: 'aal1', amr: [] });
  expect((await signIn(openLibrary(app()), authenticator)).error).toMatchObject({
    status: 400,
    code: 'webauthn_verification_failed',
  });
});

test('an account has ten passkeys at most, and no device holds two of them', async () => {
  const { library, user, authenticator } = await openPasskeyUser(app());
  expect((await register(library, authenticator)).error).toMatchObject({
    status: 422,
    code: 'webauthn_credential_exists',
  });
  // Registrations that were begun before the tenth do not get past it either.
  const begun = [await startRegistration(library), await startRegistration(library)];
  await app()
    .deps.db.insert(passkeys)
    .values(
      Array.from({ length: passkeyLimits.most - 2 }, (_, index) => ({
        userId: user.id,
        name: `Passkey ${index}`,
        credentialId: crypto.randomUUID(),
        publicKey: '',
        createdAt: app().now(),
      })),
    );
  const answers = await Promise.all(
    begun.map(({ challenge_id: challengeId, options }) =>
      library.passkey.verifyRegistration({
        challengeId,
        credential: newAuthenticator(app()).create(options) as never,
      }),
    ),
  );
  const tooMany = { status: 422, code: 'too_many_passkeys' };
  expect(answers.flatMap(({ error }) => error ?? [])).toEqual([expect.objectContaining(tooMany)]);
  expect((await library.passkey.startRegistration()).error).toMatchObject(tooMany);
});

test('an authenticator that does not count signs in again and again', async () => {
  const { session } = await app().verifiedUser();
  const library = await libraryOf(app(), session);
  const authenticator = newAuthenticator(app(), { counts: false });
  expect((await register(library, authenticator)).error).toBeNull();
  for (let use = 0; use < 3; use += 1) {
    expect((await signIn(openLibrary(app()), authenticator)).error).toBeNull();
  }
});

test('an account whose address is not verified adds no passkey, and one that it had signs nobody in', async () => {
  const { session } = await app().signIn(await app().signUpUnverified());
  const unverified = await libraryOf(app(), session);
  const notConfirmed = { status: 403, code: 'email_not_confirmed' };
  expect((await unverified.passkey.startRegistration()).error).toMatchObject(notConfirmed);
  expect((await unverified.passkey.list()).error).toMatchObject(notConfirmed);

  const { user, authenticator } = await openPasskeyUser(app());
  await app().deps.db.update(users).set({ emailVerifiedAt: null }).where(eq(users.id, user.id));
  expect((await signIn(openLibrary(app()), authenticator)).error).toMatchObject(notConfirmed);
});

test('R8: challenges that nobody answered are swept', async () => {
  const { db, jobs } = app().deps;
  await startSignIn(openLibrary(app()));
  app().skipSeconds(301);
  const { challenge_id: fresh } = await startSignIn(openLibrary(app()));
  await jobs.enqueue(db, sweepQueue, {});
  await waitFor('the clean-up to be done', async () => {
    const left = await db.select({ id: passkeyChallenges.id }).from(passkeyChallenges);
    expect(left).toEqual([{ id: fresh }]);
  });
});

test('without a session nothing of a passkey is told', async () => {
  const nobody = openLibrary(app());
  expect((await nobody.passkey.list()).error?.name).toBe('AuthSessionMissingError');
  const answer = await fetch(`${app().baseUrl}/auth/v1/passkeys`);
  expect(answer.status).toBe(401);
  expect(await answer.json()).toMatchObject({ code: 'no_authorization' });
  const options = await app().post('/auth/v1/passkeys/authentication/options', '{}');
  expect(options.headers.get('cache-control')).toBe('no-store');
});
