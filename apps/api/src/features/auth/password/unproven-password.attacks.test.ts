// A stranger signs up with somebody's address, its owner opens the link elsewhere, and the stranger locks the account with ways
// in and a second factor of their own. All of it goes with the password that nobody has proven.

import { listActivities } from '@ballast/contract/activities';
import { forgotPassword, logIn, resetPassword, signUp, verifyEmail } from '@ballast/contract/auth/auth';
import { createRecoveryCodes } from '@ballast/contract/auth/second-factor-calls';
import { getSessionUser } from '@ballast/contract/auth/session';
import { thisWasNotMe } from '@ballast/contract/auth/this-was-not-me';
import { getProfile } from '@ballast/contract/profile';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { logInCli } from '../../../../testing/cli-login.ts';
import { enrolAuthenticator, showCode } from '../../../../testing/factors/authenticator.ts';
import { newAuthenticator, register, signIn } from '../../../../testing/factors/passkeys.ts';
import { useProviderApp } from '../../../../testing/servers/provider-app.ts';
import { newPerson } from '../../../../testing/servers/provider-person.ts';
import { libraryOf, openLibrary } from '../../../../testing/session-library.ts';
import { failureOf, newAddress, password } from '../../../../testing/test-app.ts';
import { factors, passkeys } from '../../../identity/factors/tables.ts';
import { identities } from '../../../identity/tables.ts';

const started = useProviderApp();
const app = () => started().app;

const ownersPassword = 'Owners-own-pass1!';
const sixMonths = 180 * 24 * 3600;

const lockedAccount = async () => {
  const email = newAddress('victim');
  await app().signUpUnverified(email, 'Stranger');
  const token = await app().verificationToken(email);
  await app().inBrowser()(verifyEmail, { body: { token, type: 'email' } });
  const stranger = await app().signIn(email);
  const device = await logInCli(app(), stranger);
  const theirs = newPerson();
  await started().linkWith('github', theirs, stranger.session.access_token);
  const authenticator = newAuthenticator(app());
  await register(await libraryOf(app(), stranger.session), authenticator);
  const factor = await enrolAuthenticator(app(), stranger.call, 'Strangers phone');
  const session = await showCode(stranger.call, factor.id, factor.nextCode());
  const strangersCall = app().callAs(session.access_token);
  await strangersCall(createRecoveryCodes, { body: {} });
  return { email, user: stranger.user, strangersCall, device, theirs, authenticator };
};
type Locked = Awaited<ReturnType<typeof lockedAccount>>;

const expectNothingOfTheStrangers = async ({
  user,
  strangersCall,
  device,
  theirs,
  authenticator,
}: Locked) => {
  const { db } = app().deps;
  expect(await db.$count(factors, eq(factors.userId, user.id))).toBe(0);
  expect(await db.$count(passkeys, eq(passkeys.userId, user.id))).toBe(0);
  expect((await failureOf(strangersCall(getProfile))).status).toBe(401);
  expect((await failureOf(device.call(getProfile))).status).toBe(401);
  expect((await signIn(openLibrary(app()), authenticator)).error).toMatchObject({ status: 400 });
  // After a reset it is refused, and otherwise it begins an account of its own.
  expect((await started().signInWith('github', theirs)).body.user?.id).not.toBe(user.id);
};

const ownerSignsIn = async (email: string) => {
  const { session } = await app().call(logIn, { body: { email, password: ownersPassword } });
  return app().callAs(session?.access_token ?? '');
};

test('a reset takes a second factor away that was added with a password which nobody proved', async () => {
  const locked = await lockedAccount();
  const { email } = locked;
  await app().call(forgotPassword, { body: { email } });
  const { access_token: token = '' } = await app().resetLink(email);
  // The page of the link asks for no code: the reader of the mail has none.
  expect((await app().callAs(token)(getSessionUser)).factors).toEqual([]);
  await app().call(resetPassword, { body: { token, password: ownersPassword } });

  const owner = await ownerSignsIn(email);
  expect(await owner(getProfile)).toMatchObject({ id: locked.user.id, email });
  await expectNothingOfTheStrangers(locked);
  expect((await app().waitForMail(email, /second step was removed/)).text).toContain('Strangers phone');
  const types = (await owner(listActivities, { query: {} })).map(({ type }) => type);
  expect(types).toEqual(expect.arrayContaining(['passkey_removed', 'second_factor_removed']));
});

test('a sign-in with a provider takes a second factor away that was added with a password which nobody proved', async () => {
  const locked = await lockedAccount();
  const { email } = locked;
  const { body } = await started().signInWith('google', newPerson({ email }));
  const owner = app().callAs(body.session?.access_token ?? '');
  expect(await owner(getProfile)).toMatchObject({ id: locked.user.id, email });
  expect(await app().deps.db.$count(identities, eq(identities.userId, locked.user.id))).toBe(1);
  await expectNothingOfTheStrangers(locked);
});

test('“This wasn’t me” takes away whatever was added with a password which nobody proved, however long ago', async () => {
  const locked = await lockedAccount();
  const { email } = locked;
  app().skipSeconds(sixMonths);
  // The mail about the stranger's next sign-in has the link.
  await app().signIn(email);
  const { links } = await app().waitForMail(email, /^New sign-in/);
  const pressed = new URL(links.find((each) => each.includes('/auth/this-was-not-me?')) ?? '');
  await app().call(thisWasNotMe, { body: { token: pressed.searchParams.get('token') ?? '' } });
  const { access_token: token = '' } = await app().resetLink(email);
  await app().call(resetPassword, { body: { token, password: ownersPassword } });
  expect(await (await ownerSignsIn(email))(getProfile)).toMatchObject({ id: locked.user.id });
  await expectNothingOfTheStrangers(locked);
});

test('a second factor of an account that nobody had verified does not meet the owner who verifies it', async () => {
  const email = await app().signUpUnverified(newAddress('victim'), 'Stranger');
  const { user } = await app().signIn(email);
  // Rows of this kind are from before unverified accounts were closed.
  const at = app().now();
  const added = { userId: user.id, createdAt: at };
  const { db } = app().deps;
  const factor = { ...added, updatedAt: at, type: 'totp', status: 'verified', name: 'Phone' } as const;
  await db.insert(factors).values(factor);
  await db.insert(passkeys).values({ ...added, name: 'Key', credentialId: email, publicKey: 'none' });
  const identity = { ...added, provider: 'github', subject: email, email, lastUsedAt: at } as const;
  await db.insert(identities).values(identity);

  const owner = app().inBrowser();
  const body = { email, password: ownersPassword, fullName: 'Mara Okafor', authMethod: 'EMAIL' as const };
  await owner(signUp, { body });
  const token = await app().verificationToken(email, 2);
  await owner(verifyEmail, { body: { token, type: 'email' } });
  expect(await (await ownerSignsIn(email))(getProfile)).toMatchObject({ id: user.id, emailVerified: true });
  for (const table of [factors, passkeys, identities])
    expect(await db.$count(table, eq(table.userId, user.id))).toBe(0);
});

test('a second factor that was added with a proven password stays before whoever only reads the mail', async () => {
  const { email, call } = await app().verifiedUser();
  const factor = await enrolAuthenticator(app(), call);
  await showCode(call, factor.id, factor.nextCode());
  await app().call(forgotPassword, { body: { email } });
  const { access_token: token = '' } = await app().resetLink(email);
  expect((await app().callAs(token)(getSessionUser)).factors).toHaveLength(1);
  const reset = app().call(resetPassword, { body: { token, password } });
  expect((await failureOf(reset)).code).toBe('insufficient_aal');
});
