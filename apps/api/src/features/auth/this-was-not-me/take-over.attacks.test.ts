// Somebody has come into an account and does what they can so that "This wasn't me" does not reach it.

import { completeCliAuth } from '@ballast/contract/cli/cli-auth';
import { createKey, rotateKey } from '@ballast/contract/keys/api-keys';
import { getProfile } from '@ballast/contract/profile';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { logInCli, startCliLogin } from '../../../../testing/cli-login.ts';
import { enrolAuthenticator, showCode } from '../../../../testing/factors/authenticator.ts';
import { newAuthenticator, openPasskeyUser, register, signIn } from '../../../../testing/factors/passkeys.ts';
import { useNotMe } from '../../../../testing/not-me.ts';
import { useProviderApp } from '../../../../testing/servers/provider-app.ts';
import { newPerson } from '../../../../testing/servers/provider-person.ts';
import { libraryOf, openLibrary } from '../../../../testing/session-library.ts';
import { newAddress } from '../../../../testing/test-app.ts';
import { factors } from '../../../identity/factors/tables.ts';

const providerApp = useProviderApp();
const app = () => providerApp().app;
const { tokenIn, press, refusalOf, moveTo } = useNotMe(app);

const checkStatus = async (value: string) =>
  (await fetch(`${app().url}/v1/key-check`, { headers: { authorization: `Bearer ${value}` } })).status;

const week = 7 * 24 * 3600;

test('the newest mail also takes back the passkey and the factor that were added before it', async () => {
  const thief = await openPasskeyUser(app());
  const factor = await enrolAuthenticator(app(), thief.call, 'Thief');
  const { access_token } = await showCode(thief.call, factor.id, factor.nextCode());
  const waiting = await startCliLogin(app(), 'bait');
  await app().callAs(access_token)(completeCliAuth, { body: { state: waiting.state } });

  expect(await press(await tokenIn(thief.email, /^A device was authorized/))).toMatchObject({
    takenBack: ['factor', 'passkey'],
    mailedTo: thief.email,
  });
  expect((await signIn(openLibrary(app()), thief.authenticator)).error).toMatchObject({ status: 400 });
  const left = await app().deps.db.select().from(factors).where(eq(factors.userId, thief.user.id));
  expect(left).toEqual([]);
});

test('a factor that was begun and not confirmed goes as well', async () => {
  const owner = await app().verifiedUser();
  await enrolAuthenticator(app(), owner.call, 'Thief');
  await logInCli(app(), owner);
  await press(await tokenIn(owner.email, /^A device was authorized/));
  const left = await app().deps.db.select().from(factors).where(eq(factors.userId, owner.user.id));
  expect(left).toEqual([]);
});

test('a browser that was known before is a new one afterwards, also where there is no password', async () => {
  const email = newAddress('provider');
  const person = newPerson({ email });
  const signInAgain = async () => {
    const { session } = (await providerApp().signInWith('github', person)).body;
    if (!session) throw new Error('no session');
    return session;
  };
  const thief = await libraryOf(app(), await signInAgain());
  const authenticator = newAuthenticator(app());
  await register(thief, authenticator);
  await signIn(thief, authenticator);
  app().skipSeconds(week + 1);
  const { access_token } = await signInAgain();
  await logInCli(app(), { call: app().callAs(access_token) });
  await press(await tokenIn(email, /^A device was authorized/));

  const news = (await app().mails()).filter(
    ({ to, subject }) => to === email && /^New sign-in/.test(subject),
  );
  expect((await signIn(thief, authenticator)).error).toBeNull();
  await app().waitForMail(email, /^New sign-in/, news.length + 1);
});

test('the answer names the keys that were made or changed in the last 7 days, and no other', async () => {
  const owner = await app().verifiedUser();
  const make = (name: string) => owner.call(createKey, { body: { name, environment: 'SANDBOX' } });
  await make('old');
  const rotated = await make('rotated');
  app().skipSeconds(week + 1);
  const thief = await app().signIn(owner.email);
  await thief.call(createKey, { body: { name: 'made', environment: 'SANDBOX' } });
  await thief.call(rotateKey, { params: { id: rotated.id } });
  await logInCli(app(), thief);
  expect(await press(await tokenIn(owner.email, /^A device was authorized/))).toEqual({
    takenBack: [],
    mailedTo: owner.email,
    keptKeys: { named: ['made (sandbox)', 'rotated (sandbox)'], more: false },
  });
  const { text } = await app().waitForMail(owner.email, /^Reset your/);
  expect(text).toContain('still work: "made (sandbox)", "rotated (sandbox)"');
  expect(text).toContain('your old password no longer works');
  expect(text).not.toContain('stays as it is');
});

test('the old value of a key that is in its grace period stops at once, and the new one passes', async () => {
  const owner = await app().verifiedUser();
  const old = await owner.call(createKey, { body: { name: 'rotated', environment: 'SANDBOX' } });
  const rotated = await owner.call(rotateKey, { params: { id: old.id }, body: { graceSeconds: 3600 } });
  expect([await checkStatus(old.key), await checkStatus(rotated.key)]).toEqual([200, 200]);
  await logInCli(app(), owner);
  await press(await tokenIn(owner.email, /^A device was authorized/));
  expect([await checkStatus(old.key), await checkStatus(rotated.key)]).toEqual([401, 200]);
});

test('an owner who has just changed the address takes back a theft from the newer one, and from the older one', async () => {
  const owner = await app().verifiedUser();
  const own = await moveTo(owner, newAddress('own'));
  const stolen = await moveTo(owner);
  expect(await press(await tokenIn(own, /email was changed/))).toMatchObject({
    takenBack: ['address'],
    mailedTo: own,
  });
  expect(await providerApp().userById(owner.user.id)).toMatchObject({ email: own, passwordHash: null });
  // Nobody who reads a later mailbox has anything against it.
  expect(await refusalOf(await tokenIn(stolen, /account uses this address/))).toBe('link_invalid');
  expect(await refusalOf(await tokenIn(own, /account uses this address/))).toBe('link_invalid');

  expect(await press(await tokenIn(owner.email, /email was changed/))).toMatchObject({
    takenBack: ['address'],
    mailedTo: owner.email,
  });
  expect(await refusalOf(await tokenIn(own, /asked to change the email/))).toBe('link_invalid');
});

test('an address that was left for an older one has no say, also once the older one’s links have expired', async () => {
  const owner = await app().verifiedUser();
  const thief = await moveTo(owner);
  app().skipSeconds(6 * 24 * 3600);
  const back = await app().signIn(thief);
  await moveTo(back, owner.email);
  app().skipSeconds(2 * 24 * 3600);
  expect(await refusalOf(await tokenIn(thief, /email was changed/))).toBe('link_invalid');
  expect(await (await app().signIn(owner.email)).call(getProfile)).toMatchObject({ email: owner.email });
});

test('what was added at a stolen address is taken back from the owner’s, however the address came back', async () => {
  const owner = await openPasskeyUser(app());
  await moveTo(owner);
  const authenticator = newAuthenticator(app());
  await register(owner.library, authenticator);
  await moveTo(owner, owner.email);
  expect(await press(await tokenIn(owner.email, /account uses this address/))).toMatchObject({
    takenBack: ['passkey'],
  });
  expect((await signIn(openLibrary(app()), authenticator)).error).toMatchObject({ status: 400 });
});
