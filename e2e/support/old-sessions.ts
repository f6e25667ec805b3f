// A portal where everybody signed in a while ago: its clock was moved on after it. It has a name, because browsers know passkeys
// and security keys only under one.
import { verifyRecoveryCode } from '@ballast/contract/auth/second-factor-calls';
import { newDeveloper, signInDeveloper } from '@ballast/harness/developer';
import { openRestartingPortal } from '@ballast/harness/restarting-portal';
import type { Browser } from '@playwright/test';
import { type Account, storeSession } from './accounts.ts';
import { addApp } from './factors/authenticator-app.ts';
import { addAuthenticator } from './factors/authenticators.ts';
import { addPasskey, addSecurityKey, openSecurity } from './factors/security-page.ts';
import { completeProfile, createKeys } from './keys.ts';
import { newPerson, signInWith } from './provider-page.ts';
import { test as base, expect } from './test.ts';

export type Person = Account & { keys: Awaited<ReturnType<typeof createKeys>> };
type OldSessions = {
  url: string;
  nextPerson: () => Person;
  appUser: Awaited<ReturnType<typeof newPersonWithApp>>;
  keyUser: Awaited<ReturnType<typeof newPersonWithSecurityKey>>;
  gitHubUser: Awaited<ReturnType<typeof gitHubStorage>>;
};

export const aheadSeconds = 16 * 60;

const newPersonWithKeys = async (url: string): Promise<Person> => {
  const account = await newDeveloper(url);
  await completeProfile(account);
  return { ...account, keys: await createKeys(account, ['payments'], 'PRODUCTION') };
};

const newPersonWithApp = async (url: string) => {
  const person = await newPersonWithKeys(url);
  const { readCode, session } = await addApp(person);
  return { ...person, session, readCode };
};

// Somebody who is signed in three times, and has a security key, a passkey and recovery codes.
const newPersonWithSecurityKey = async (browser: Browser, url: string) => {
  const person = await newPersonWithKeys(url);
  const page = await browser.newPage({ baseURL: url });
  await storeSession(page, person);
  await openSecurity(page);
  const key = await addAuthenticator(page, 'securityKey');
  const codes = await addSecurityKey(page);
  const securityKey = await key.read();
  await key.unplug();
  const device = await addAuthenticator(page, 'device');
  await addPasskey(page, 'Laptop');
  const passkey = await device.read();
  await page.close();

  const sessions: Account['session'][] = [];
  for (const code of codes.splice(0, 3)) {
    const { call } = await signInDeveloper(url, person.email);
    sessions.push(await call(verifyRecoveryCode, { body: { code } }));
  }
  return { ...person, sessions, codes, securityKey, passkey };
};

// What a browser keeps of somebody who signed in with GitHub and has no password.
const gitHubStorage = async (browser: Browser, baseURL: string) => {
  const context = await browser.newContext({ baseURL });
  const page = await context.newPage();
  const person = newPerson();
  await signInWith(page, 'GitHub', person);
  await expect(page).toHaveURL('/dashboard');
  const { origins } = await context.storageState();
  await context.close();
  return { email: person.email, storage: origins[0]?.localStorage ?? [] };
};

export const test = base.extend<object, { portal: OldSessions }>({
  portal: [
    async ({ browser }, use) => {
      const { url, ...portal } = await openRestartingPortal({}, { host: 'localhost' });
      const people: Person[] = [];
      for (let i = 0; i < 4; i += 1) people.push(await newPersonWithKeys(url));
      const appUser = await newPersonWithApp(url);
      const keyUser = await newPersonWithSecurityKey(browser, url);
      const gitHubUser = await gitHubStorage(browser, url);
      await portal.stop();
      await portal.start({ clockAheadSeconds: aheadSeconds });
      // Each test takes somebody else.
      await use({ url, nextPerson: () => people.pop() as Person, appUser, keyUser, gitHubUser });
      await portal.close();
    },
    { scope: 'worker' },
  ],
  baseURL: ({ portal }, use) => use(portal.url),
});

export { expect } from './test.ts';
