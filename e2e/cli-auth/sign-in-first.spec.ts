// A visitor from the command line who is not signed in comes back after any kind of sign-in.
import { getProfile } from '@ballast/contract/profile';
import type { Page } from '@playwright/test';
import {
  logInAs,
  newEmail,
  password,
  signUpUnverified,
  storeSession,
  verificationLinkTo,
  verifiedAccount,
  verifyByLink,
} from '../support/accounts.ts';
import { startCliLogin } from '../support/cli-login.ts';
import { continueAs, newPerson } from '../support/provider-page.ts';
import { fillSignIn, fillSignUp } from '../support/sign-in-page.ts';
import { expect, test } from '../support/test.ts';
import { beginLater, passTime } from '../support/time.ts';

const open = async (page: Page) => {
  const login = await startCliLogin();
  await page.goto(login.address);
  await expect(page).toHaveURL(`/auth?${new URLSearchParams({ from: login.address })}`);
  return login;
};

const byEmail = (page: Page) => page.getByRole('button', { name: 'Continue with Email' }).click();

const expectBack = async (page: Page, { address, pairingCode }: { address: string; pairingCode: string }) => {
  await expect(page).toHaveURL(address);
  await expect(page.getByText(pairingCode)).toBeVisible();
  await page.getByRole('button', { name: 'Authorize' }).click();
  await expect(page.getByRole('heading', { name: 'Authentication Successful!' })).toBeVisible();
};

test('with email and password', async ({ page }) => {
  const { email } = await verifiedAccount();
  const login = await open(page);
  await byEmail(page);
  await fillSignIn(page, email, password);
  await expectBack(page, login);
});

for (const provider of ['GitHub', 'Google']) {
  const tag = provider === 'GitHub' ? [] : '@matrix';
  test(`with ${provider}`, { tag }, async ({ page }) => {
    const login = await open(page);
    await page.getByRole('button', { name: `Continue with ${provider}` }).click();
    await continueAs(page, newPerson());
    await expectBack(page, login);
  });
}

test('with a new account, whose link opens in another tab', async ({ page, context }) => {
  const email = newEmail();
  const login = await open(page);
  await byEmail(page);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await fillSignUp(page, 'Mara Okafor', email, password);
  await expect(page).toHaveURL('/verify-email');

  const tab = await context.newPage();
  await tab.goto(await verificationLinkTo(email));
  await expect(tab.getByRole('heading', { name: 'Email verified' })).toBeVisible();
  await passTime(tab, 2000);
  await expect(tab).toHaveURL(`/auth?${new URLSearchParams({ from: login.address })}`);
  await byEmail(tab);
  await fillSignIn(tab, email, password);
  await expectBack(tab, login);
});

test('an unverified address is verified first, and then every tab comes back', { tag: '@matrix' }, async ({
  page,
  context,
}) => {
  const email = await signUpUnverified();
  await storeSession(page, await logInAs(email));
  const login = await startCliLogin();
  await page.goto(login.address);
  await expect(page.getByRole('main')).toContainText(`Verify ${email} first.`);
  await expect(page.getByRole('button', { name: 'Authorize' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Verify Email' }).click();
  await expect(page).toHaveURL('/verify-email');

  const tab = await context.newPage();
  await tab.goto(await verificationLinkTo(email));
  await expect(tab.getByText('Taking you back to the command line’s request.')).toBeVisible();
  await passTime(tab, 2000);
  await expect(tab).toHaveURL(login.address);
  await expectBack(page, login);
});

test('an address that is verified on another device leads back here, too', { tag: '@matrix' }, async ({
  page,
}) => {
  const email = await signUpUnverified();
  await storeSession(page, await logInAs(email));
  const login = await startCliLogin();
  await page.goto(login.address);
  await page.getByRole('button', { name: 'Verify Email' }).click();
  await expect(page.getByRole('heading', { name: 'Verify your email' })).toBeVisible();
  await verifyByLink(email);
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expectBack(page, login);
});

test('an old request is not come back to: signing up later leads to the dashboard', {
  tag: '@matrix',
}, async ({ page, context }) => {
  const email = newEmail();
  await open(page);
  await byEmail(page);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await fillSignUp(page, 'Mara Okafor', email, password);
  await expect(page).toHaveURL('/verify-email');
  const tab = await context.newPage();
  await beginLater(tab, 11 * 60_000);
  await tab.goto(await verificationLinkTo(email));
  await expect(tab.getByRole('heading', { name: 'Email verified' })).toBeVisible();
  await passTime(tab, 2000);
  await expect(tab).toHaveURL('/auth');
});

test('a session that has ended leads to the sign-in and back', { tag: '@matrix' }, async ({ page }) => {
  const account = await verifiedAccount();
  await storeSession(page, account);
  const login = await startCliLogin();
  // The page's own call must be over, because it could be the one that is refused.
  const profile = page.waitForResponse(`**/api${getProfile.path}`);
  await page.goto(login.address);
  await profile;
  await expect(page.getByText(login.pairingCode)).toBeVisible();
  await page.request.post('/api/auth/logout', {
    headers: { authorization: `Bearer ${account.session.access_token}` },
  });
  await page.getByRole('button', { name: 'Authorize' }).click();
  await expect(page).toHaveURL(`/auth?${new URLSearchParams({ from: login.address })}`);
  await byEmail(page);
  await fillSignIn(page, account.email, password);
  await expectBack(page, login);
});
