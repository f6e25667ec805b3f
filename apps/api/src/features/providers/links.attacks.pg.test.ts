// A stranger begins a provider link with a stolen session, or connects an account of theirs to a squatted one.

import { forgotPassword, logIn, resetPassword, verifyEmail } from '@ballast/contract/auth/auth';
import { deleteAccount } from '@ballast/contract/auth/leaving';
import { listConnections } from '@ballast/contract/auth/provider-calls';
import { providerMessages } from '@ballast/contract/auth/provider-messages';
import { endSession, updateSessionUser } from '@ballast/contract/auth/session';
import { createKey } from '@ballast/contract/keys/api-keys';
import { getProfile } from '@ballast/contract/profile';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { logInCli } from '../../../testing/cli-login.ts';
import { onPostgres } from '../../../testing/databases/database.ts';
import { somebodyToWait } from '../../../testing/databases/lock-wait.ts';
import { enrolAuthenticator, showCode } from '../../../testing/factors/authenticator.ts';
import { useProviderApp } from '../../../testing/servers/provider-app.ts';
import { newPerson } from '../../../testing/servers/provider-person.ts';
import { failureOf, newAddress, password } from '../../../testing/test-app.ts';
import { openBrowser } from '../../../testing/test-browser.ts';
import { endPendingProofs } from '../../identity/open-items.ts';
import { identities, users } from '../../identity/tables.ts';

const started = useProviderApp();

const beginLink = async (token: string) => {
  const { app, github } = started();
  const browser = openBrowser(app);
  const person = newPerson();
  github.person(person);
  const { authUrl } = (await browser.link('github', token)).body;
  const callback = await github.consent(authUrl);
  return { person, finish: () => browser.finish({ ...callback, provider: 'github' }) };
};

const newPassword = 'Brand-new-pass1!';

const resetPasswordOf = async (email: string) => {
  const { app } = started();
  await app.call(forgotPassword, { body: { email } });
  const { access_token: token = '' } = await app.resetLink(email);
  await app.call(resetPassword, { body: { token, password: newPassword } });
};

const refusedAfterReset = {
  code: 'conflict',
  message: providerMessages.disconnectedByReset('github'),
};

test('row 2: a provider link that was begun before the password was reset cannot be finished after it', async () => {
  const { app, signInWith } = started();
  const { email, user, session } = await app.verifiedUser();
  const stolen = await beginLink(session.access_token);
  await app.call(forgotPassword, { body: { email } });
  const { access_token: token = '' } = await app.resetLink(email);
  await app.call(resetPassword, { body: { token, password: 'Brand-new-pass1!' } });

  const { status, body } = await stolen.finish();
  expect([status, body.code]).toEqual([400, 'state_invalid']);
  expect((await signInWith('github', stolen.person)).body.user.id).not.toBe(user.id);
});

test('row 2: a provider link ends with the session that began it', async () => {
  const { app } = started();
  const { email, session } = await app.verifiedUser();
  const stolen = await beginLink(session.access_token);
  await app.callAs(session.access_token)(endSession, { query: { scope: 'local' } });
  expect((await stolen.finish()).body.code).toBe('state_invalid');
  expect(await (await app.signIn(email)).call(listConnections)).toEqual([]);
});

test('row 2: the owner is told when a provider is connected and when it is disconnected', async () => {
  const { app, linkWith } = started();
  const { email, session, call } = await app.verifiedUser();
  const person = newPerson();
  await linkWith('github', person, session.access_token);
  const connected = await app.waitForMail(email, /^GitHub was connected to your/);
  expect(connected.text).toContain(person.username);
  expect(connected.text).toContain('127.0.0.1');

  await openBrowser(app).post('/auth/oauth/disconnect', { provider: 'github' }, session.access_token);
  await app.waitForMail(email, /^GitHub was disconnected from your/);
  expect(await call(listConnections)).toEqual([]);
  expect((await failureOf(app.callAs('x')(listConnections))).status).toBe(401);
});

// A stranger signs up with somebody's address, its owner opens the link elsewhere, and the stranger makes use of it.
const squattedAccount = async () => {
  const { app, linkWith } = started();
  const email = newAddress('victim');
  await app.signUpUnverified(email, 'Stranger');
  const token = await app.verificationToken(email);
  await app.inBrowser()(verifyEmail, { body: { token, type: 'email' } });
  const stranger = await app.signIn(email);
  const device = await logInCli(app, stranger);
  const theirs = newPerson();
  await linkWith('github', theirs, stranger.session.access_token);
  await stranger.call(createKey, { body: { name: 'strangers', environment: 'SANDBOX' } });
  return { email, stranger, device, theirs };
};

test('row 1: a password that its owner never chose does not outlive the owner’s sign-in with a provider', async () => {
  const { app, signInWith } = started();
  const { email, stranger, device, theirs } = await squattedAccount();
  const pending = await beginLink(stranger.session.access_token);

  const owner = await signInWith('google', newPerson({ email }));
  expect(owner.body.user).toMatchObject({ id: stranger.user.id, email });
  expect((await failureOf(app.signIn(email))).code).toBe('invalid_credentials');
  expect((await failureOf(stranger.call(getProfile))).status).toBe(401);
  expect((await failureOf(device.call(getProfile))).status).toBe(401);
  expect((await pending.finish()).body.code).toBe('state_invalid');
  expect((await signInWith('github', theirs)).body.user.id).not.toBe(stranger.user.id);
  expect((await app.waitForMail(email, /password was removed/)).text).toContain('signed in with Google');

  // The stranger's GitHub account does not keep out the owner's own.
  expect((await signInWith('github', newPerson({ email }))).body.user.id).toBe(stranger.user.id);
});

test('row 1: the password that a provider sign-in ended cannot be chosen again', async () => {
  const { app, signInWith } = started();
  const { email } = await squattedAccount();
  await signInWith('google', newPerson({ email }));
  await app.call(forgotPassword, { body: { email } });
  const { access_token: token = '' } = await app.resetLink(email);
  expect((await failureOf(app.call(resetPassword, { body: { token, password } }))).code).toBe(
    'same_password',
  );
  await app.call(resetPassword, { body: { token, password: 'Owners-own-pass1!' } });
  await app.call(logIn, { body: { email, password: 'Owners-own-pass1!' } });
});

test('row 1: a stranger’s GitHub account on a squatted account is no back door after the owner’s reset', async () => {
  const { app, signInWith } = started();
  const { email, theirs } = await squattedAccount();
  await app.call(forgotPassword, { body: { email } });
  const { access_token: token = '' } = await app.resetLink(email);
  await app.call(resetPassword, { body: { token, password: 'Brand-new-pass1!' } });

  expect((await signInWith('github', theirs)).body).toMatchObject(refusedAfterReset);
  await app.waitForMail(email, /^GitHub was disconnected from your/);
  expect((await app.waitForMail(email, /password was changed/)).text).toContain('"strangers (sandbox)"');
});

test('row 2: an account that a thief’s session connected goes with the owner’s reset, and the mail names the keys', async () => {
  const { app, signInWith, linkWith, activitiesOf } = started();
  const { email, user, session, call } = await app.verifiedUser();
  await call(createKey, { body: { name: 'thief', environment: 'SANDBOX' } });
  const thief = newPerson();
  await linkWith('github', thief, session.access_token);
  await app.call(forgotPassword, { body: { email } });
  const { access_token: token = '' } = await app.resetLink(email);
  await app.call(resetPassword, { body: { token, password: 'Brand-new-pass1!' } });

  expect((await signInWith('github', thief)).body).toMatchObject(refusedAfterReset);
  const mail = await app.waitForMail(email, /^GitHub was disconnected from your/);
  expect(mail.text).toContain('Your password was reset, so we disconnected GitHub.');
  expect((await activitiesOf(user.id)).map(({ type }) => type)).toContain('oauth_disconnected');
  const notice = await app.waitForMail(email, /password was changed/);
  expect(notice.text).toContain('These API keys still work: "thief (sandbox)".');
});

test('a connection of the same verified address survives a reset on its first day', async () => {
  const { app, signInWith, linkWith } = started();
  const { email, user, session } = await app.verifiedUser();
  const owner = newPerson({ email });
  await linkWith('github', owner, session.access_token);
  await resetPasswordOf(email);
  expect((await signInWith('github', owner)).body.user.id).toBe(user.id);
});

test('what a reset disconnected creates no second account, and can be connected again', async () => {
  const { app, signInWith, linkWith } = started();
  const { email, user, session } = await app.verifiedUser();
  const github = newPerson();
  await linkWith('github', github, session.access_token);
  await resetPasswordOf(email);
  expect((await signInWith('github', github)).body).toMatchObject(refusedAfterReset);
  const again = await app.call(logIn, { body: { email, password: newPassword } });
  await linkWith('github', github, again.session?.access_token ?? '');
  expect((await signInWith('github', github)).body.user.id).toBe(user.id);
});

test('an account that waits for its deletion gives its GitHub account free', async () => {
  const { app, signInWith, linkWith } = started();
  const github = newPerson();
  const left = (await signInWith('github', github)).body;
  await app.callAs(left.session?.access_token ?? '')(deleteAccount, { body: { email: left.user.email } });
  const { user, session } = await app.verifiedUser();
  expect((await linkWith('github', github, session.access_token)).status).toBe(200);
  expect((await signInWith('github', github)).body.user.id).toBe(user.id);
});

test('a password whose owner opened the link in the browser of the sign-up stays, with all that was begun with it', async () => {
  const { app, signInWith, linkWith } = started();
  const person = await app.verifiedUser();
  const github = newPerson();
  await linkWith('github', github, person.session.access_token);
  await signInWith('google', newPerson({ email: person.email }));
  expect(await person.call(listConnections)).toHaveLength(2);
  await app.signIn(person.email);
  // What was connected a while ago also stays when the owner resets the password.
  app.skipSeconds(8 * 24 * 3600);
  await app.call(forgotPassword, { body: { email: person.email } });
  const { access_token: token = '' } = await app.resetLink(person.email);
  await app.call(resetPassword, { body: { token, password: 'Brand-new-pass1!' } });
  expect((await signInWith('github', github)).body.user.id).toBe(person.user.id);
});

// Only a database with several connections shows it.
test.runIf(onPostgres())(
  'a sign-in with a provider that is being disconnected neither fails nor stops that',
  async () => {
    const { app, signInWith } = started();
    const person = newPerson();
    const userId: string = (await signInWith('github', person)).body.user.id;
    let signingIn: ReturnType<typeof signInWith> | undefined;
    // A disconnect and a reset do this, one after the other.
    await app.deps.db.transaction(async (tx) => {
      await endPendingProofs(app.deps, tx, userId);
      signingIn = signInWith('github', person);
      await somebodyToWait(app.deps.db);
      await tx.select().from(identities).where(eq(identities.userId, userId)).for('update');
    });
    expect((await signingIn)?.status).toBe(200);
  },
);

test.runIf(onPostgres())(
  'a sign-in with a provider by an address that the account is just losing opens another account',
  async () => {
    const { app, signInWith } = started();
    const owner = await app.verifiedUser();
    const stranger = newPerson({ email: owner.email });
    let signingIn: ReturnType<typeof signInWith> | undefined;
    // "This wasn't me" does this when it takes the address back.
    await app.deps.db.transaction(async (tx) => {
      await endPendingProofs(app.deps, tx, owner.user.id);
      signingIn = signInWith('google', stranger);
      await somebodyToWait(app.deps.db);
      const email = newAddress('restored');
      await tx.update(users).set({ email }).where(eq(users.id, owner.user.id));
    });
    const answer = await signingIn;
    expect(answer?.status).toBe(200);
    expect(answer?.body.user.id).not.toBe(owner.user.id);
    expect(await owner.call(listConnections)).toEqual([]);
  },
);

test('R10: a provider account that chose a password keeps its second factor against whoever only reads its mail', async () => {
  const { app, signInWith } = started();
  const person = newPerson();
  const { user, session } = (await signInWith('github', person)).body;
  const call = app.callAs(session?.access_token ?? '');
  await call(updateSessionUser, { query: {}, body: { password } });
  const factor = await enrolAuthenticator(app, call);
  await showCode(call, factor.id, factor.nextCode());

  await app.call(forgotPassword, { body: { email: user.email } });
  const { access_token: token = '' } = await app.resetLink(user.email);
  const reset = app.call(resetPassword, { body: { token, password: 'Brand-new-pass1!' } });
  expect((await failureOf(reset)).code).toBe('insufficient_aal');
  // Nor does another provider with the same address take away what the owner chose.
  await signInWith('google', newPerson({ email: user.email }));
  await app.signIn(user.email);
  expect((await signInWith('github', person)).body.user.id).toBe(user.id);
});
