// Whoever signed in a while ago is asked who they are before what matters most, in one dialog, and then goes on.
import { startCliAuth } from '@ballast/contract/cli-auth';
import { challengeFactor, enrolFactor, verifyFactor } from '@ballast/contract/second-factor-calls';
import { newDeveloper, password } from '@ballast/harness/developer';
import { mailsTo } from '@ballast/harness/mailbox';
import { openRestartingPortal } from '@ballast/harness/restarting-portal';
import { waitFor } from '@ballast/harness/wait-for';
import type { Browser, Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { expectDialogAccessible } from '../support/accessibility.ts';
import { type Account, storeSession } from '../support/accounts.ts';
import { cliAddress } from '../support/cli-login.ts';
import {
  button,
  card,
  completeProfile,
  createButton,
  createKeys,
  enterName,
  toast,
} from '../support/keys.ts';
import { continueAs, newPerson, signInWith } from '../support/provider-page.ts';
import { test as base, expect } from '../support/test.ts';

type Person = Account & { keys: Awaited<ReturnType<typeof createKeys>> };
type OldPortal = {
  url: string;
  nextPerson: () => Person;
  appUser: Awaited<ReturnType<typeof newPersonWithApp>>;
  gitHubUser: Awaited<ReturnType<typeof gitHubStorage>>;
};

const newPersonWithKeys = async (url: string): Promise<Person> => {
  const account = await newDeveloper(url);
  await completeProfile(account);
  return { ...account, keys: await createKeys(account, ['payments'], 'PRODUCTION') };
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
  return { email: person.email, kept: origins[0]?.localStorage ?? [] };
};

const aheadSeconds = 16 * 60;

// The code that an app shows whose clock is as far ahead as the portal's.
const codeOf = (secret: string, seconds = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + seconds * 1000 });

const newPersonWithApp = async (url: string) => {
  const person = await newPersonWithKeys(url);
  const { call } = person;
  const { id, totp } = await call(enrolFactor, { body: { factor_type: 'totp' } });
  const secret = totp?.secret ?? '';
  const params = { id };
  const challenge = await call(challengeFactor, { params, body: {} });
  const body = { challenge_id: challenge.id, code: codeOf(secret) };
  return { ...person, session: await call(verifyFactor, { params, body }), secret };
};

// Here everybody signed in a while ago: the portal's clock was moved on after it.
const test = base.extend<object, { portal: OldPortal }>({
  portal: [
    async ({ browser }, use) => {
      const { url, ...portal } = await openRestartingPortal();
      const people: Person[] = [];
      for (let i = 0; i < 4; i += 1) people.push(await newPersonWithKeys(url));
      const appUser = await newPersonWithApp(url);
      const gitHubUser = await gitHubStorage(browser, url);
      await portal.stop();
      await portal.start({ clockAheadSeconds: aheadSeconds });
      // Each test takes somebody else.
      await use({ url, nextPerson: () => people.pop() as Person, appUser, gitHubUser });
      await portal.close();
    },
    { scope: 'worker' },
  ],
  baseURL: ({ portal }, use) => use(portal.url),
});

const question = (page: Page) => page.getByRole('dialog', { name: 'Confirm It’s You' });

const openKeys = async (page: Page, { nextPerson }: Pick<OldPortal, 'nextPerson'>) => {
  const person = nextPerson();
  await storeSession(page, person);
  await page.evaluate(() => localStorage.setItem('dashboardEnvironment', 'production'));
  await page.goto('/dashboard');
  await expect(card(page, 'payments')).toBeVisible();
  return { ...person, value: person.keys[0]?.key ?? '' };
};

const giveProof = async (page: Page, label: string, text: string) => {
  await expect(question(page).getByLabel(label, { exact: true })).toBeFocused();
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
};

test('a production key is shown and copied after the password, which is asked for once', async ({
  page,
  context,
  portal,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { value } = await openKeys(page, portal);
  const shown = card(page, 'payments').getByRole('paragraph').filter({ hasText: value });
  // The mask is as long as ever.
  await expect(card(page, 'payments')).toContainText(
    `blst_live_${'•'.repeat(34)} hidden, ends in ${value.slice(-4)}`,
  );

  await button(page, 'Copy payments key').click();
  await giveProof(page, 'Password', 'Wrong-pass1!');
  await expect(question(page)).toContainText('The current password is wrong');
  await expectDialogAccessible(page);
  await question(page).getByLabel('Password', { exact: true }).fill('');
  await giveProof(page, 'Password', password);
  await expect(toast(page, 'Copied to clipboard')).toBeVisible();
  await expect(question(page)).toHaveCount(0);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(value);
  await expect(shown).toHaveCount(0);
  await expect(button(page, 'Copied payments key')).toBeFocused();

  await button(page, 'Show payments key').click();
  await expect(shown).toBeVisible();
  await expect(question(page)).toHaveCount(0);
});

test('what was typed outlives the question, whatever the answer', async ({ page, portal }) => {
  await openKeys(page, portal);
  await createButton(page).click();
  await enterName(page, 'checkout');
  await expect(question(page)).toBeVisible();
  // Esc closes the question, and not the form behind it.
  await page.keyboard.press('Escape');
  await expect(question(page)).toHaveCount(0);
  await expect(toast(page, 'Confirm that it is you, then try again.')).toBeVisible();
  const form = page.getByRole('dialog', { name: 'Create New Key' });
  await expect(form.getByLabel('Name')).toHaveValue('checkout');

  await form.getByRole('button', { name: 'Create Production Key' }).click();
  await question(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(form.getByLabel('Name')).toHaveValue('checkout');
  await expect(form.getByRole('button', { name: 'Create Production Key' })).toBeFocused();

  await page.keyboard.press('Enter');
  await giveProof(page, 'Password', password);
  await expect(toast(page, 'API key created')).toBeVisible();
  await expect(card(page, 'checkout')).toBeVisible();
  await expect(createButton(page)).toBeFocused();
});

test('a key is rotated once the question is answered', async ({ page, portal }) => {
  const { value } = await openKeys(page, portal);
  await button(page, 'Rotate payments').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Rotate Key' }).click();
  await giveProof(page, 'Password', password);
  await expect(toast(page, 'API key rotated')).toBeVisible();
  await expect(question(page)).toHaveCount(0);
  await expect(card(page, 'payments')).not.toContainText(value.slice(-4));
  await expect(button(page, 'Rotate payments')).toBeFocused();
});

const mailedCode = (url: string, email: string) =>
  waitFor(`a code in the mailbox of ${email}`, async () => {
    const [mail] = (await mailsTo(url, email)).filter(({ subject }) => /confirmation code$/.test(subject));
    if (!mail) throw new Error('there is none');
    return /^\d{6}$/m.exec(mail.text)?.[0] ?? '';
  });

test('somebody without a password confirms with a code from their mailbox', async ({ page, portal }) => {
  const { email, kept } = portal.gitHubUser;
  await page.goto('/robots.txt');
  await page.evaluate((items) => {
    for (const { name, value } of items) localStorage.setItem(name, value);
  }, kept);
  await page.goto('/dashboard#settings');
  await button(page, 'Connect Google').click();
  await expect(question(page)).toContainText(`You signed in a while ago. We send a code to ${email}.`);
  await expectDialogAccessible(page);
  await question(page).getByRole('button', { name: 'Send Code' }).click();
  await expect(question(page)).toContainText(`Enter the code that we sent to ${email}.`);
  await expectDialogAccessible(page);
  await giveProof(page, 'Code', 'nonsense');
  await expect(question(page)).toContainText('This code is not right.');
  await question(page).getByLabel('Code').fill('');
  await giveProof(page, 'Code', await mailedCode(portal.url, email));
  await continueAs(page, newPerson());
  await expect(button(page, 'Disconnect Google')).toBeVisible();
});

test('a terminal is authorized once the question is answered', async ({ page, portal }) => {
  const person = portal.nextPerson();
  await storeSession(page, person);
  const state = 's'.repeat(43);
  await person.call(startCliAuth, { body: { state, codeChallenge: 'c'.repeat(43), deviceName: 'laptop' } });
  await page.goto(cliAddress(state));
  await page.getByRole('button', { name: 'Authorize' }).click();
  await giveProof(page, 'Password', password);
  await expect(page.getByRole('heading', { level: 1, name: 'Authentication Successful!' })).toBeVisible();
});

test('an account with an authenticator app confirms with its code, and stays signed in', async ({
  page,
  portal,
}) => {
  const { appUser } = portal;
  const { value } = await openKeys(page, { nextPerson: () => appUser });
  await button(page, 'Show payments key').click();
  await expect(question(page)).toContainText('Enter the code that your authenticator app shows.');
  // Nothing less is offered.
  await expect(question(page).getByRole('listitem')).toHaveCount(0);
  await giveProof(page, 'Code', '000000');
  await expect(question(page).getByLabel('Code')).toHaveAccessibleDescription(/./);
  await expectDialogAccessible(page);
  await question(page).getByLabel('Code').fill('');
  await giveProof(page, 'Code', codeOf(appUser.secret, aheadSeconds));
  await expect(card(page, 'payments')).toContainText(value);
  await page.reload();
  await expect(card(page, 'payments')).toBeVisible();
});
