// Somebody who is not the owner of a passkey tries this.
import { listActivities } from '@ballast/contract/activities';
import { forgotPassword, resetPassword } from '@ballast/contract/auth/auth';
import { waitFor } from '@ballast/harness/wait-for';
import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import {
  type CreateLies,
  type GetLies,
  newAuthenticator,
  openPasskeyUser,
  register,
  signIn,
  startRegistration,
  startSignIn,
} from '../../../../testing/factors/passkeys.ts';
import { libraryOf, openLibrary } from '../../../../testing/session-library.ts';
import { useTestApp } from '../../../../testing/test-app.ts';
import { passkeys } from '../../../identity/factors/tables.ts';
import { users } from '../../../identity/tables.ts';
import { secondFactorPerAddress } from '../../../identity/throttling/limits.ts';

const app = useTestApp({ env: { LIMITS: 'passkey_options_per_address=10000' } });

const liftVerifyLimit = async () => {
  const secondFactorPerAddressCount = app().deps.throttles.of(secondFactorPerAddress);
  for (const who of ['', 'signed in ']) await secondFactorPerAddressCount.delete(`${who}127.0.0.1`);
};

const notAccepted = { status: 400, code: 'webauthn_verification_failed' };
const noChallenge = { status: 400, code: 'webauthn_challenge_not_found' };

const signCountOf = async (userId: string) => {
  const [row] = await app().deps.db.select().from(passkeys).where(eq(passkeys.userId, userId));
  return row?.signCount;
};

const lies: [string, CreateLies & GetLies][] = [
  ['who has not unlocked the device', { userVerified: false }],
  ['who was not there', { userPresent: false }],
  ['at a foreign origin', { origin: 'https://portal.localhost.evil.example' }],
  ['at another port of the same host', { origin: 'http://portal.localhost:8080' }],
  ['for a foreign relying party', { rpId: 'evil.example' }],
  ['for a host under the portal’s', { rpId: 'localhost' }],
  ['inside a foreign page', { crossOrigin: true }],
  ['with a challenge of their own', { challenge: Buffer.alloc(32).toString('base64url') }],
  ['with an answer to another question', { type: 'payment.get' }],
  ['under another credential’s id', { credentialId: Buffer.alloc(32).toString('base64url') }],
];

let owner: Awaited<ReturnType<typeof openPasskeyUser>>;
beforeAll(async () => {
  owner = await openPasskeyUser(app());
});

test.each(lies)('R8: somebody %s neither adds a passkey nor signs in with one', async (_, lie) => {
  await liftVerifyLimit();
  const { library, authenticator, user } = owner;
  expect((await register(library, newAuthenticator(app()), lie)).error).toMatchObject(notAccepted);
  expect((await library.passkey.list()).data).toHaveLength(1);

  const stranger = openLibrary(app());
  expect((await signIn(stranger, authenticator, lie)).error).toMatchObject(notAccepted);
  expect((await stranger.getSession()).data.session).toBeNull();
  expect(await signCountOf(user.id)).toBe(1);
});

test('failed sign-ins with a passkey stand in the log of its owner', async () => {
  const failures = await waitFor('the entries to be written', async () => {
    const entries = await owner.call(listActivities, { query: { category: 'auth' } });
    const failed = entries.filter(({ type }) => type === 'login_failed');
    if (failed.length < 3) throw new Error(`there are ${failed.length}`);
    return failed;
  });
  expect(failures[0]?.description).toMatch(/^from 127\.0\.0\.1, /);
});

test('R8: a passkey of another user opens no account but its own', async () => {
  await liftVerifyLimit();
  const victim = await openPasskeyUser(app());
  const attacker = await openPasskeyUser(app());
  for (const userHandle of [victim.user.id, '', null, 'somebody']) {
    const refused = await signIn(openLibrary(app()), attacker.authenticator, { userHandle });
    expect(refused.error).toMatchObject(notAccepted);
  }
  const unknown = await signIn(openLibrary(app()), newAuthenticator(app()), { userHandle: victim.user.id });
  expect(unknown.error).toMatchObject(notAccepted);
  const own = await signIn(openLibrary(app()), attacker.authenticator);
  expect(own.data?.user?.id).toBe(attacker.user.id);
});

test('R8: another user neither renames nor removes a passkey', async () => {
  await liftVerifyLimit();
  const victim = await openPasskeyUser(app());
  const attacker = await libraryOf(app(), (await app().verifiedUser()).session);
  const passkeyId = victim.passkey.id;
  const notFound = { status: 404, code: 'validation_failed' };
  expect((await attacker.passkey.delete({ passkeyId })).error).toMatchObject(notFound);
  expect((await attacker.passkey.update({ passkeyId, friendlyName: 'Mine' })).error).toMatchObject(notFound);
  expect((await attacker.passkey.list()).data).toEqual([]);
  expect((await victim.library.passkey.list()).data).toEqual([victim.passkey]);
});

test('R8: a passkey that is registered already becomes nobody else’s', async () => {
  await liftVerifyLimit();
  const victim = await openPasskeyUser(app());
  const attacker = await libraryOf(app(), (await app().verifiedUser()).session);
  expect((await register(attacker, victim.authenticator)).error).toMatchObject({
    status: 422,
    code: 'webauthn_credential_exists',
  });
  const own = await signIn(openLibrary(app()), victim.authenticator, { userHandle: victim.user.id });
  expect(own.data?.user?.id).toBe(victim.user.id);
});

test('R8: a challenge is worth one attempt, a right one or a wrong one', async () => {
  await liftVerifyLimit();
  const { library, authenticator } = await openPasskeyUser(app());
  const { challenge_id: challengeId, options } = await startSignIn(openLibrary(app()));
  const credential = authenticator.get(options) as never;
  expect(
    (await openLibrary(app()).passkey.verifyAuthentication({ challengeId, credential })).error,
  ).toBeNull();
  const replayed = await openLibrary(app()).passkey.verifyAuthentication({ challengeId, credential });
  expect(replayed.error).toMatchObject(noChallenge);

  const wrong = await startSignIn(openLibrary(app()));
  const attempt = (lie?: GetLies) =>
    openLibrary(app()).passkey.verifyAuthentication({
      challengeId: wrong.challenge_id,
      credential: authenticator.get(wrong.options, lie) as never,
    });
  expect((await attempt({ userVerified: false })).error).toMatchObject(notAccepted);
  expect((await attempt()).error).toMatchObject(noChallenge);

  const begun = await startRegistration(library);
  const adding = (lie?: CreateLies) =>
    library.passkey.verifyRegistration({
      challengeId: begun.challenge_id,
      credential: newAuthenticator(app()).create(begun.options, lie) as never,
    });
  expect((await adding({ userVerified: false })).error).toMatchObject(notAccepted);
  expect((await adding()).error).toMatchObject(noChallenge);
});

test('R8: of many who answer one challenge at once, one is let in', async () => {
  await liftVerifyLimit();
  const { authenticator } = await openPasskeyUser(app());
  const { challenge_id: challengeId, options } = await startSignIn(openLibrary(app()));
  const answers = await Promise.all(
    Array.from({ length: 5 }, () =>
      openLibrary(app()).passkey.verifyAuthentication({
        challengeId,
        credential: authenticator.get(options) as never,
      }),
    ),
  );
  expect(answers.map(({ error }) => error?.code ?? 'let in').toSorted()).toEqual([
    'let in',
    ...Array.from({ length: 4 }, () => 'webauthn_challenge_not_found'),
  ]);
});

test('R8: a challenge of another user, of another session or of the other kind counts for nothing', async () => {
  await liftVerifyLimit();
  const { library, email, authenticator } = await openPasskeyUser(app());
  const sameOwner = await libraryOf(app(), (await app().signIn(email)).session);
  const attacker = await libraryOf(app(), (await app().verifiedUser()).session);
  const begun = await startRegistration(library);
  const challengeId = begun.challenge_id;
  const added = newAuthenticator(app());
  const credential = added.create(begun.options) as never;
  for (const other of [attacker, sameOwner]) {
    const stolen = await other.passkey.verifyRegistration({ challengeId, credential });
    expect(stolen.error).toMatchObject(noChallenge);
  }
  const asSignIn = await openLibrary(app()).passkey.verifyAuthentication({
    challengeId,
    credential: authenticator.get({ ...begun.options, rpId: begun.options.rp.id ?? '' }) as never,
  });
  expect(asSignIn.error).toMatchObject(noChallenge);
  const signingIn = await startSignIn(openLibrary(app()));
  const asRegistration = await library.passkey.verifyRegistration({
    challengeId: signingIn.challenge_id,
    credential: newAuthenticator(app()).create({ ...begun.options, ...signingIn.options } as never) as never,
  });
  expect(asRegistration.error).toMatchObject(noChallenge);
  // None of them spent what was not theirs.
  expect((await library.passkey.verifyRegistration({ challengeId, credential })).error).toBeNull();
});

test('R8: a challenge is answered within five minutes', async () => {
  await liftVerifyLimit();
  const { library, authenticator } = await openPasskeyUser(app());
  const [registering, signingIn] = [await startRegistration(library), await startSignIn(openLibrary(app()))];
  app().skipSeconds(300);
  const expired = { status: 400, code: 'webauthn_challenge_expired' };
  const late = await library.passkey.verifyRegistration({
    challengeId: registering.challenge_id,
    credential: newAuthenticator(app()).create(registering.options) as never,
  });
  expect(late.error).toMatchObject(expired);
  const tooLate = await openLibrary(app()).passkey.verifyAuthentication({
    challengeId: signingIn.challenge_id,
    credential: authenticator.get(signingIn.options) as never,
  });
  expect(tooLate.error).toMatchObject(expired);
});

test('R7: a copy of a passkey, whose sign count goes back, is refused, and the owner is told once', async () => {
  await liftVerifyLimit();
  const { authenticator, email, user } = await openPasskeyUser(app());
  expect((await signIn(openLibrary(app()), authenticator, { signCount: 40 })).error).toBeNull();
  for (const signCount of [40, 39, 0]) {
    const copy = await signIn(openLibrary(app()), authenticator, { signCount });
    expect(copy.error).toMatchObject(notAccepted);
  }
  expect(await signCountOf(user.id)).toBe(40);
  await app().waitForMail(email, /may have been copied/);
  expect((await signIn(openLibrary(app()), authenticator, { signCount: 41 })).error).toBeNull();
  const notices = (await app().mails()).filter(({ to, subject }) => to === email && /copied/.test(subject));
  expect(notices).toHaveLength(1);
});

test('a stranger who writes a low sign count without the key does not alarm the owner', async () => {
  await liftVerifyLimit();
  const { authenticator, email, user } = await openPasskeyUser(app());
  await signIn(openLibrary(app()), authenticator, { signCount: 40 });
  const [row] = await app().deps.db.select().from(passkeys).where(eq(passkeys.userId, user.id));
  const forged = await signIn(openLibrary(app()), newAuthenticator(app()), {
    signCount: 1,
    userHandle: user.id,
    credentialId: row?.credentialId ?? '',
  });
  expect(forged.error).toMatchObject(notAccepted);
  expect((await app().mails()).filter(({ to, subject }) => to === email && /copied/.test(subject))).toEqual(
    [],
  );
});

test('a passkey that somebody added with a password nobody proved goes when the owner resets it', async () => {
  await liftVerifyLimit();
  const { authenticator, email, user } = await openPasskeyUser(app());
  await app().deps.db.update(users).set({ passwordProvenAt: null }).where(eq(users.id, user.id));
  await app().call(forgotPassword, { body: { email } });
  const { access_token: token = '' } = await app().resetLink(email);
  await app().call(resetPassword, { body: { token, password: 'Brand-new-pass1!' } });
  expect((await signIn(openLibrary(app()), authenticator)).error).toMatchObject(notAccepted);
  await app().waitForMail(email, /^A passkey was removed/);
});

test('the sign-in page’s options and attempts are limited for one address', async () => {
  await liftVerifyLimit();
  const attempt = () =>
    app().post(
      '/auth/v1/passkeys/authentication/verify',
      JSON.stringify({
        challenge_id: crypto.randomUUID(),
        credential: newAuthenticator(app()).get({ challenge: 'AAAA', rpId: 'portal.localhost' }),
      }),
    );
  const answers = [];
  for (let tried = 0; tried <= 30; tried += 1) answers.push(await attempt());
  expect(answers.at(0)?.status).toBe(400);
  expect(answers.at(-1)?.status).toBe(429);
  expect(answers.at(-1)?.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
  await liftVerifyLimit();
});
