// A session that began a while ago needs a fresh proof before what matters most. One dialog asks for it.
import { startCliAuth } from '@ballast/contract/cli/cli-auth';
import { password } from '@ballast/harness/developer';
import { mailsTo } from '@ballast/harness/mailbox';
import { waitFor } from '@ballast/harness/wait-for';
import type { Page } from '@playwright/test';
import { expectDialogAccessible } from '../support/accessibility.ts';
import { storeSession } from '../support/accounts.ts';
import { cliAddress } from '../support/cli-login.ts';
import { enterCode } from '../support/factors/authenticator-app.ts';
import { addAuthenticator } from '../support/factors/authenticators.ts';
import { button, card, createButton, enterName, toast } from '../support/keys.ts';
import { aheadSeconds, expect, type Person, test } from '../support/old-sessions.ts';
import { continueAs, newPerson } from '../support/provider-page.ts';

// One worker runs them all, so that one portal is started.
test.describe.configure({ mode: 'default' });

const question = (page: Page) => page.getByRole('dialog', { name: 'Confirm It’s You' });

const openKeys = async (page: Page, person: Person) => {
  await storeSession(page, person);
  await page.evaluate(() => localStorage.setItem('dashboardEnvironment', 'production'));
  await page.goto('/dashboard');
  await expect(card(page, 'payments')).toBeVisible();
  return { ...person, value: person.keys[0]?.key ?? '' };
};

const giveProof = async (page: Page, label: string, text: string) => {
  const field = question(page).getByLabel(label, { exact: true });
  await expect(field).toBeFocused();
  await field.fill(text);
  // The sixth digit of a code submits it.
  if (!/^\d{6}$/.test(text)) await field.press('Enter');
};

test('a production key is shown and copied after the password, which is asked for once', async ({
  page,
  context,
  portal,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { value } = await openKeys(page, portal.nextPerson());
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

test('what was typed outlives the question, whatever the answer', { tag: '@matrix' }, async ({
  page,
  portal,
}) => {
  await openKeys(page, portal.nextPerson());
  await createButton(page).click();
  await enterName(page, 'checkout');
  await expect(question(page)).toBeVisible();
  // Esc closes the question, and not the form behind it.
  await page.keyboard.press('Escape');
  await expect(question(page)).toHaveCount(0);
  await expect(toast(page, 'Confirm it’s you, then try again.')).toBeVisible();
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

test('a question ends when somebody else signs in in another tab', { tag: '@matrix' }, async ({
  page,
  context,
  portal,
}) => {
  await openKeys(page, portal.appUser);
  await button(page, 'Show payments key').click();
  await expect(question(page)).toBeVisible();
  await storeSession(await context.newPage(), portal.keyUser);
  await expect(question(page)).toHaveCount(0);
});

test('a key is rotated once the question is answered', { tag: '@matrix' }, async ({ page, portal }) => {
  const { value } = await openKeys(page, portal.nextPerson());
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

test('somebody without a password confirms with a code from their mailbox', { tag: '@matrix' }, async ({
  page,
  portal,
}) => {
  const { email, storage } = portal.gitHubUser;
  await page.goto('/robots.txt');
  await page.evaluate((items) => {
    for (const { name, value } of items) localStorage.setItem(name, value);
  }, storage);
  await page.goto('/dashboard#settings');
  await button(page, 'Connect Google').click();
  await expect(question(page)).toContainText(
    `To connect an account, confirm that it’s you. We’ll send a code to ${email}.`,
  );
  await expectDialogAccessible(page);
  await question(page).getByRole('button', { name: 'Send Code' }).click();
  await expect(question(page)).toContainText(`Enter the code that we sent to ${email}.`);
  await expectDialogAccessible(page);
  await giveProof(page, 'Code', 'nonsense');
  await expect(question(page)).toContainText('That code didn’t work.');
  await question(page).getByLabel('Code').fill('');
  await giveProof(page, 'Code', await mailedCode(portal.url, email));
  await continueAs(page, newPerson());
  await expect(button(page, 'Disconnect Google')).toBeVisible();
});

test('a terminal is authorized once the question is answered', { tag: '@matrix' }, async ({
  page,
  portal,
}) => {
  const person = portal.nextPerson();
  await storeSession(page, person);
  const state = 's'.repeat(43);
  await person.call(startCliAuth, { body: { state, codeChallenge: 'c'.repeat(43), deviceName: 'laptop' } });
  await page.goto(cliAddress(state));
  await page.getByRole('button', { name: 'Authorize' }).click();
  await giveProof(page, 'Password', password);
  await expect(page.getByRole('heading', { level: 1, name: 'Authentication Successful!' })).toBeVisible();
});

test('an account with an authenticator app confirms with its code, and stays signed in', {
  tag: '@matrix',
}, async ({ page, portal }) => {
  const { appUser } = portal;
  const { value } = await openKeys(page, appUser);
  await button(page, 'Show payments key').click();
  await expect(question(page)).toContainText('Enter the 6-digit code from your authenticator app.');
  // Nothing less is offered.
  await expect(question(page).getByRole('listitem')).toHaveCount(0);
  await giveProof(page, 'Authentication code', '000000');
  await expect(question(page).getByLabel('Authentication code')).toHaveAccessibleDescription(/./);
  await expectDialogAccessible(page);
  await enterCode(question(page).getByLabel('Code'), () => appUser.readCode(aheadSeconds));
  await expect(card(page, 'payments')).toContainText(value);
  await expect(button(page, 'Hide payments key')).toBeFocused();
  await page.reload();
  await expect(card(page, 'payments')).toBeVisible();
});

test('an account with a security key confirms with it, with a recovery code or with a passkey', {
  tag: '@matrix',
}, async ({ page, portal }) => {
  const { sessions, codes, securityKey, passkey, ...person } = portal.keyUser;
  const ask = async (session = person.session) => {
    const { value } = await openKeys(page, { ...person, session });
    await button(page, 'Show payments key').click();
    await expect(question(page)).toContainText('Have your security key ready');
    await expect(question(page).getByRole('button', { name: 'Use Security Key' })).toBeFocused();
    return value;
  };
  const expectShown = async (value: string) => {
    await expect(card(page, 'payments')).toContainText(value);
    await expect(question(page)).toHaveCount(0);
    await expect(button(page, 'Hide payments key')).toBeFocused();
  };

  const value = await ask(sessions[0]);
  await expect(question(page).getByRole('listitem')).toHaveText(['Use a recovery code', 'Use a passkey']);
  await expectDialogAccessible(page);
  const strange = await addAuthenticator(page, 'securityKey');
  await page.keyboard.press('Enter');
  await expect(question(page).getByRole('alert')).toHaveText('Your browser didn’t finish. Try again.');
  await expectDialogAccessible(page);
  await strange.unplug();
  const own = await addAuthenticator(page, 'securityKey', securityKey);
  await page.keyboard.press('Enter');
  await expectShown(value);
  await own.unplug();

  await ask(sessions[1]);
  await button(page, 'Use a recovery code').press('Enter');
  await giveProof(page, 'Recovery code', 'aaaaa-aaaaa');
  await expect(question(page).getByLabel('Recovery code')).toHaveAccessibleDescription(/./);
  await expectDialogAccessible(page);
  await question(page).getByLabel('Recovery code').fill('');
  await giveProof(page, 'Recovery code', codes[0]?.toUpperCase() ?? '');
  await expectShown(value);

  await addAuthenticator(page, 'device', passkey);
  await ask(sessions[2]);
  await button(page, 'Use a passkey').press('Enter');
  await expect(question(page).getByRole('button', { name: 'Use Passkey' })).toBeFocused();
  await expectDialogAccessible(page);
  await page.keyboard.press('Enter');
  await expectShown(value);
  await page.reload();
  await expect(card(page, 'payments')).toBeVisible();
});
