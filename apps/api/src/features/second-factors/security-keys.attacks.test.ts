// Somebody who knows the password, and does not have the security key, tries this.
import { forgotPassword } from '@ballast/contract/auth/auth';
import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import {
  addKey,
  answerWith,
  askForKey,
  enrolKey,
  openKeyUser,
  showKey,
} from '../../../testing/factors/key-ceremonies.ts';
import {
  type CreateLies,
  type GetLies,
  newAuthenticator,
  openPasskeyUser,
  register,
  signIn,
} from '../../../testing/factors/passkeys.ts';
import { libraryOf, openLibrary } from '../../../testing/session-library.ts';
import { useTestApp } from '../../../testing/test-app.ts';
import { factors } from '../../identity/factors/tables.ts';

const app = useTestApp({
  env: { LIMITS: 'second_factors_per_address=100000,passkey_options_per_address=10000' },
});

const wrong = { status: 422, code: 'mfa_verification_failed' };
const expired = { status: 422, code: 'mfa_challenge_expired' };
const unknown = { status: 422, code: 'mfa_factor_not_found' };
const notAnswered = { status: 400, code: 'validation_failed' };

const factorOf = async (id: string) => {
  const [row] = await app().deps.db.select().from(factors).where(eq(factors.id, id));
  return row;
};

let owner: Awaited<ReturnType<typeof openKeyUser>>;
beforeAll(async () => {
  owner = await openKeyUser(app());
});

// Some wrong answers in a row lock a key. That is not the subject here.
const unlock = () =>
  app()
    .deps.db.update(factors)
    .set({ wrongCount: 0, lockedUntil: null })
    .where(eq(factors.id, owner.factor.id));

const lies: [string, CreateLies & GetLies][] = [
  ['that nobody touched', { userPresent: false }],
  ['at a foreign origin', { origin: 'https://portal.localhost.evil.example' }],
  ['for a foreign relying party', { rpId: 'evil.example' }],
  ['inside a foreign page', { crossOrigin: true }],
  ['with a challenge of its own', { challenge: Buffer.alloc(32).toString('base64url') }],
  ['with an answer to another question', { type: 'payment.get' }],
  ['under another credential’s id', { credentialId: Buffer.alloc(32).toString('base64url') }],
];

test.each(lies)('R7: a key %s is neither added nor believed, and the session stays', async (_, lie) => {
  await unlock();
  const { library, factor, key } = owner;
  const added = await addKey(library, newAuthenticator(app()), 'Mine', lie);
  expect(added.error).toMatchObject(wrong);
  expect(await factorOf(added.factor.id)).toMatchObject({ status: 'unverified', credentialId: null });
  expect((await showKey(library, factor.id, key, lie)).error).toMatchObject(wrong);
  expect((await library.getUser()).error).toBeNull();
});

test('R7: each attempt spends the challenge, a wrong one too', async () => {
  await unlock();
  const { library, factor, key } = owner;
  const keyChallenge = await askForKey(library, factor.id);
  const answer = (lie?: GetLies) =>
    answerWith(library, factor.id, keyChallenge, key.get(keyChallenge.options as never, lie));
  expect((await answer({ userPresent: false })).error).toMatchObject(wrong);
  expect((await answer()).error).toMatchObject(expired);

  const next = await askForKey(library, factor.id);
  const credential = key.get(next.options as never);
  expect((await answerWith(library, factor.id, next, credential)).error).toBeNull();
  expect((await answerWith(library, factor.id, next, credential)).error).toMatchObject(expired);
});

test('R7: a known key is not created anew, and a new one does not sign first', async () => {
  await unlock();
  const { library, factor, key } = owner;
  const keyChallenge = await askForKey(library, factor.id);
  const forged = newAuthenticator(app()).create({
    challenge: (keyChallenge.options as { challenge: ArrayBuffer }).challenge,
    rp: { id: 'portal.localhost' },
    user: { id: factor.id },
  });
  const before = await factorOf(factor.id);
  expect(
    (await answerWith(library, factor.id, { ...keyChallenge, type: 'create' }, forged)).error,
  ).toMatchObject(notAnswered);
  expect(await factorOf(factor.id)).toMatchObject({ credentialId: before?.credentialId });
  // That was an attempt, too.
  const late = key.get(keyChallenge.options as never);
  expect((await answerWith(library, factor.id, keyChallenge, late)).error).toMatchObject(expired);

  const fresh = await enrolKey(library, 'Fresh');
  const creating = await askForKey(library, fresh.id);
  const assertion = key.get({
    challenge: (creating.options as never as { challenge: ArrayBuffer }).challenge,
  });
  expect(
    (await answerWith(library, fresh.id, { ...creating, type: 'request' }, assertion)).error,
  ).toMatchObject(notAnswered);
  for (const nonsense of [{}, { id: 'a' }, null, 'text']) {
    const again = await askForKey(library, fresh.id);
    expect((await answerWith(library, fresh.id, again, nonsense)).error).toMatchObject(notAnswered);
  }
  const code = await library.mfa.verify({
    factorId: factor.id,
    challengeId: (await askForKey(library, factor.id)).challengeId,
    code: '123456',
  });
  expect(code.error).toMatchObject(notAnswered);
});

test('R7: a challenge of another session, another factor or another account is not answered', async () => {
  await unlock();
  const { library, factor, key, email } = owner;
  const { factor: second } = await addKey(library, newAuthenticator(app()), 'Second');
  const thief = await libraryOf(app(), (await app().signIn(email)).session);
  const stranger = await openKeyUser(app());
  const answer = async (by: typeof library, keyChallenge: Awaited<ReturnType<typeof askForKey>>) =>
    (await answerWith(by, factor.id, keyChallenge, key.get(keyChallenge.options as never))).error;
  expect(await answer(thief, await askForKey(library, factor.id))).toMatchObject(unknown);
  expect(await answer(library, await askForKey(library, second.id))).toMatchObject(unknown);
  expect(await answer(library, await askForKey(stranger.library, stranger.factor.id))).toMatchObject(unknown);
  const foreign = await stranger.library.mfa.challenge({ factorId: factor.id });
  expect(foreign.error).toMatchObject({ status: 404, code: 'mfa_factor_not_found' });
});

test('R7: the key of another user, or another key of the same user, is not this one', async () => {
  await unlock();
  const { library, factor } = owner;
  const stranger = await openKeyUser(app());
  const credentialId = (await factorOf(factor.id))?.credentialId ?? '';
  expect((await showKey(library, factor.id, stranger.key)).error).toMatchObject(wrong);
  expect((await showKey(library, factor.id, stranger.key, { credentialId })).error).toMatchObject(wrong);
  // A key that guards one account cannot be added to another as if it were new.
  const adding = await addKey(stranger.library, owner.key, 'Stolen');
  expect(adding.error).toMatchObject({ status: 422, code: 'webauthn_credential_exists' });
});

test('R7: of many who answer one challenge at once, one is let in', async () => {
  await unlock();
  const { library, factor, key } = owner;
  const keyChallenge = await askForKey(library, factor.id);
  const { access_token = '' } = (await library.getSession()).data.session ?? {};
  const answers = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const response = await app().post(
        `/auth/v1/factors/${factor.id}/verify`,
        JSON.stringify({
          challenge_id: keyChallenge.challengeId,
          webauthn: { type: 'request', credential_response: key.get(keyChallenge.options as never) },
        }),
        { authorization: `Bearer ${access_token}` },
      );
      return { status: response.status, body: await response.json() };
    }),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422, 422]);
  owner = await openKeyUser(app());
});

test('R7: a copy of a key, whose sign count goes back, is refused, and the owner is told', async () => {
  const { library, factor, key, email } = await openKeyUser(app());
  expect((await showKey(library, factor.id, key, { signCount: 40 })).error).toBeNull();
  for (const signCount of [40, 7])
    expect((await showKey(library, factor.id, key, { signCount })).error).toMatchObject(wrong);
  expect((await factorOf(factor.id))?.signCount).toBe(40);
  await app().waitForMail(email, /may have been copied/);
  expect((await showKey(library, factor.id, key, { signCount: 41 })).error).toBeNull();
});

test('a security key does not sign in as a passkey, and a passkey is no second factor', async () => {
  const { key, user, library, factor } = await openKeyUser(app());
  expect((await signIn(openLibrary(app()), key, { userHandle: user.id })).error).toMatchObject({
    status: 400,
    code: 'webauthn_verification_failed',
  });
  const passkey = newAuthenticator(app());
  expect((await register(library, passkey)).error).toBeNull();
  expect((await showKey(library, factor.id, passkey)).error).toMatchObject(wrong);
});

test('R8: an account that has a second factor adds and removes passkeys only where it was shown', async () => {
  const { library, email, passkey } = await openPasskeyUser(app());
  await addKey(library, newAuthenticator(app()));
  const thief = await libraryOf(app(), (await app().signIn(email)).session);
  const needed = { status: 403, code: 'insufficient_aal' };
  expect((await thief.passkey.startRegistration()).error).toMatchObject(needed);
  expect((await thief.passkey.list()).error).toMatchObject(needed);
  expect((await thief.passkey.delete({ passkeyId: passkey.id })).error).toMatchObject(needed);
  expect((await library.passkey.list()).data).toHaveLength(1);
});

test('R13: a key that the owner began to add is finished by nobody whose session has no recent proof', async () => {
  const person = await app().verifiedUser();
  // A copy of an older session, and a reset link that somebody else reads.
  const stolen = await libraryOf(app(), (await app().signIn(person.email)).session);
  const key = newAuthenticator(app());
  app().skipSeconds(16 * 60);
  await app().call(forgotPassword, { body: { email: person.email } });
  const { access_token = '', refresh_token = '' } = await app().resetLink(person.email);
  const reader = await libraryOf(app(), { access_token, refresh_token });
  const library = await libraryOf(app(), (await app().signIn(person.email)).session);
  const factor = await enrolKey(library);

  for (const thief of [stolen, reader]) {
    const { error } = await thief.mfa.challenge({ factorId: factor.id, webauthn: {} as never });
    expect(error).toMatchObject({ status: 403, code: 'reauthentication_required' });
  }
  // A user may take longer over it than their own proof lasts.
  app().skipSeconds(14 * 60);
  const keyChallenge = await askForKey(library, factor.id);
  app().skipSeconds(59);
  const { error } = await answerWith(
    library,
    factor.id,
    keyChallenge,
    key.create(keyChallenge.options as never),
  );
  expect(error).toBeNull();
});
