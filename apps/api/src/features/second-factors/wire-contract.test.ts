// Answers to refused calls of second factors, recovery codes and passkeys, as the published session library sees them. Other tests
// have the rest of the wire contract.
import { factorLimits } from '@ballast/contract/auth/second-factors';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openAuthenticator, wrongCode } from '../../../testing/factors/authenticator.ts';
import {
  openPasskeyUser,
  signIn,
  startRegistration,
  startSignIn,
} from '../../../testing/factors/passkeys.ts';
import { libraryOf, openLibrary } from '../../../testing/session-library.ts';
import { password, useTestApp } from '../../../testing/test-app.ts';
import { factors } from '../../identity/factors/tables.ts';

const app = useTestApp({
  env: { LIMITS: 'second_factors_per_address=100000,passkey_options_per_address=10000' },
});

type Library = ReturnType<typeof openLibrary>;

const refused = (status: number, code: string) => ({ error: { status, code } });
const tooLow = refused(403, 'insufficient_aal');
const invalid = refused(400, 'validation_failed');
const notFound = refused(404, 'mfa_factor_not_found');
const wrong = refused(422, 'mfa_verification_failed');
const expired = refused(422, 'mfa_challenge_expired');

const enrol = async ({ mfa }: Library, friendlyName?: string) => {
  const { data, error } = await mfa.enroll({ factorType: 'totp', ...(friendlyName ? { friendlyName } : {}) });
  if (error) throw error;
  return { ...data, factorId: data.id, ...openAuthenticator(app(), data.totp.secret) };
};

// A developer with an authenticator app and recovery codes, in a session that has shown the app and in one that has not.
const openGuarded = async () => {
  const { session, email, user } = await app().verifiedUser();
  const library = await libraryOf(app(), session);
  const factor = await enrol(library, 'Phone');
  const { factorId } = factor;
  expect((await library.mfa.challengeAndVerify({ factorId, code: factor.nextCode() })).error).toBeNull();
  const made = await library.mfa.recoveryCodes.generate();
  if (made.error) throw made.error;
  const lesser = openLibrary(app());
  await lesser.signInWithPassword({ email, password });
  return { library, lesser, factor, factorId, codes: made.data, user };
};

test('a session that has not shown the factor enrols, removes, makes and replaces nothing', async () => {
  const { lesser, factorId } = await openGuarded();
  const { mfa, passkey } = lesser;
  for (const call of [
    mfa.enroll({ factorType: 'totp' }),
    mfa.enroll({ factorType: 'webauthn' } as never),
    mfa.unenroll({ factorId }),
    mfa.recoveryCodes.generate(),
    mfa.recoveryCodes.regenerate(),
    mfa.recoveryCodes.unenroll(),
    passkey.startRegistration(),
    passkey.list(),
    passkey.update({ passkeyId: factorId, friendlyName: 'Mine' }),
    passkey.delete({ passkeyId: factorId }),
  ])
    expect(await call).toMatchObject(tooLow);
  expect((await mfa.recoveryCodes.getStatus()).data).toMatchObject({ total: 10, remaining: 10 });
});

test('names that are taken and an eleventh factor are refused, in any case and for codes too', async () => {
  const { library, codes, user } = await openGuarded();
  expect(codes).toMatchObject({ type: 'recovery_code', friendly_name: 'Recovery codes', total: 10 });
  expect(codes.codes).toHaveLength(10);
  const conflict = refused(422, 'mfa_factor_name_conflict');
  expect(await library.mfa.enroll({ factorType: 'totp', friendlyName: ' PHONE ' })).toMatchObject(conflict);
  expect(await library.mfa.recoveryCodes.generate()).toMatchObject(
    refused(422, 'mfa_verified_factor_exists'),
  );
  expect((await library.mfa.recoveryCodes.unenroll()).error).toBeNull();
  // The session has shown the app as well, so it stays at aal2.
  expect(await library.mfa.recoveryCodes.generate({ friendlyName: 'phone' })).toMatchObject(conflict);
  const at = app().now();
  const others = Array.from({ length: factorLimits.factors - 1 }, (_, number) => ({
    ...{ userId: user.id, type: 'totp', status: 'verified', name: `Other ${number}` },
    ...{ createdAt: at, updatedAt: at },
  }));
  await app()
    .deps.db.insert(factors)
    .values(others as (typeof factors.$inferInsert)[]);
  const tooMany = refused(422, 'too_many_enrolled_mfa_factors');
  expect(await library.mfa.enroll({ factorType: 'totp' })).toMatchObject(tooMany);
  expect(await library.mfa.recoveryCodes.generate()).toMatchObject(tooMany);
});

test('a challenge counts once and for five minutes; a code that is none is as wrong as another', async () => {
  const { library, factor, factorId } = await openGuarded();
  const ask = async () => (await library.mfa.challenge({ factorId })).data?.id ?? '';
  const challengeId = await ask();
  for (const code of ['abc', '12345678'])
    expect(await library.mfa.verify({ factorId, challengeId, code })).toMatchObject(wrong);
  const code = factor.nextCode();
  expect((await library.mfa.verify({ factorId, challengeId, code })).error).toBeNull();
  expect(await library.mfa.verify({ factorId, challengeId, code: factor.nextCode() })).toMatchObject(expired);
  const late = await ask();
  app().skipSeconds(factorLimits.challengeSeconds + 1);
  expect(await library.mfa.verify({ factorId, challengeId: late, code: factor.code() })).toMatchObject(
    expired,
  );
});

test('recovery codes are asked for by their own calls, and do not stay alone', async () => {
  const { library, factor, factorId, codes } = await openGuarded();
  const { mfa } = library;
  const challengeId = (await mfa.challenge({ factorId })).data?.id ?? '';
  expect(await mfa.challenge({ factorId: codes.id })).toMatchObject(notFound);
  expect(await mfa.verify({ factorId: codes.id, challengeId, code: factor.code() })).toMatchObject(notFound);
  expect(await mfa.unenroll({ factorId: codes.id })).toMatchObject(refused(422, 'validation_failed'));
  const alone = refused(422, 'mfa_recovery_codes_sole_factor');
  expect(await mfa.unenroll({ factorId })).toMatchObject(alone);

  // A passkey is two factors in one, and codes replace no passkey.
  const { authenticator } = await openPasskeyUser(app());
  const bare = openLibrary(app());
  expect((await signIn(bare, authenticator)).error).toBeNull();
  expect(await bare.mfa.recoveryCodes.generate()).toMatchObject(alone);
});

test('five wrong answers lock what they were meant for, and right ones are refused unspent', async () => {
  const { library, lesser, factor, factorId, codes } = await openGuarded();
  const challengeId = (await lesser.mfa.challenge({ factorId })).data?.id ?? '';
  const verify = (code: string) => lesser.mfa.verify({ factorId, challengeId, code });
  for (let tried = 0; tried < factorLimits.wrongInARow; tried += 1)
    expect(await verify(wrongCode(factor))).toMatchObject(wrong);
  const locked = refused(429, 'over_request_rate_limit');
  expect(await verify(factor.code(1))).toMatchObject(locked);
  expect(await lesser.mfa.challenge({ factorId })).toMatchObject(locked);

  const { recoveryCodes } = lesser.mfa;
  const [code = ''] = codes.codes;
  for (let tried = 0; tried < factorLimits.wrongInARow; tried += 1)
    expect(await recoveryCodes.verify({ code: 'aaaaa-aaaaa' })).toMatchObject(wrong);
  expect(await recoveryCodes.verify({ code })).toMatchObject(refused(429, 'mfa_recovery_codes_locked'));
  expect((await recoveryCodes.getStatus()).data).toMatchObject({ remaining: 10 });
  // A lock ends no session, and new codes lift their own.
  expect((await library.mfa.recoveryCodes.regenerate()).error).toBeNull();
  expect(await recoveryCodes.verify({ code })).toMatchObject(wrong);
  await app().deps.db.update(factors).set({ lockedUntil: null }).where(eq(factors.id, factorId));
  expect((await verify(factor.code(1))).error).toBeNull();
});

test('a late call is asked for a proof, and one of a session that ended is signed out', async () => {
  const { library, lesser, factorId } = await openGuarded();
  app().skipSeconds(factorLimits.freshMinutes * 60 + 1);
  const stale = refused(403, 'reauthentication_required');
  expect(await library.mfa.enroll({ factorType: 'totp' })).toMatchObject(stale);
  expect(await library.mfa.unenroll({ factorId })).toMatchObject(stale);
  expect(await library.mfa.recoveryCodes.regenerate()).toMatchObject(stale);
  expect(await library.mfa.recoveryCodes.unenroll()).toMatchObject(stale);
  expect(await library.passkey.startRegistration()).toMatchObject(stale);
  // A user who did not show the factor in time has no session any more.
  expect((await lesser.mfa.challenge({ factorId })).error?.name).toBe('AuthSessionMissingError');
  expect((await lesser.mfa.listFactors()).error?.name).toBe('AuthSessionMissingError');
  expect((await lesser.getSession()).data.session).toBeNull();
});

test('passkeys: what is no answer is refused as such, and a list without any is empty', async () => {
  const { session } = await app().verifiedUser();
  const library = await libraryOf(app(), session);
  expect((await library.passkey.list()).data).toEqual([]);
  const { challenge_id: registration } = await startRegistration(library);
  const { challenge_id: authentication } = await startSignIn(library);
  for (const credential of [{}, { id: 'x' }, 'none'] as never[]) {
    expect(await library.passkey.verifyRegistration({ challengeId: registration, credential })).toMatchObject(
      invalid,
    );
    expect(
      await library.passkey.verifyAuthentication({ challengeId: authentication, credential }),
    ).toMatchObject(invalid);
  }
  const noId = { challengeId: 'no-id', credential: {} as never };
  expect(await library.passkey.verifyRegistration(noId)).toMatchObject(invalid);
  const unknown = refused(404, 'validation_failed');
  expect(await library.passkey.delete({ passkeyId: 'no-id' })).toMatchObject(unknown);
});

test('what the administrator of the reference would call is not there, but an older session is ended by its token', async () => {
  const { library } = await openGuarded();
  const userId = crypto.randomUUID();
  expect(await library.admin.mfa.listFactors({ userId })).toMatchObject({ error: { status: 404 } });
  expect(await library.admin.passkey.listPasskeys({ userId })).toMatchObject({ error: { status: 404 } });
  const older = (await library.getSession()).data.session?.access_token ?? '';
  expect((await library.admin.signOut(older, 'local')).error).toBeNull();
  expect((await library.getUser()).error?.name).toBe('AuthSessionMissingError');
});
