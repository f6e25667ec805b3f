// A password that everybody guesses first: an installation warns of it under its field, or refuses it.

import { authMessages, forgotPassword } from '@ballast/contract/auth/auth';
import { checkPassword } from '@ballast/contract/auth/check-password';
import { newDeveloper } from '@ballast/harness/developer';
import { freePort } from '@ballast/harness/free-port';
import { mailedLink } from '@ballast/harness/mailbox';
import { startPortal } from '@ballast/harness/portal';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { newEmail, password, resetLinkTo, verifiedAccount } from '../support/accounts.ts';
import { expectNoSidewaysScroll } from '../support/layout.ts';
import { field, fillSignUp, openSignUp } from '../support/sign-in-page.ts';
import { expect, test } from '../support/test.ts';

const common = 'Password1!';

// The warning comes when the field is left.
const typeAndLeave = async (page: Page, label: string, text: string) => {
  const answered = page.waitForResponse(`**/api${checkPassword.path}`);
  await field(page, label).fill(text);
  await field(page, label).blur();
  await answered;
};

const expectWarning = async (
  page: Page,
  label: string,
  message: string = authMessages.passwordCommonTaken,
) => {
  await expect(field(page, label)).toHaveAccessibleDescription(message);
  await expect(field(page, label)).not.toHaveAttribute('aria-invalid');
};

const askForReset = async (page: Page, portal: string, email: string) => {
  const sent = await page.request.post(`${portal}/api${forgotPassword.path}`, { data: { email } });
  expect(sent.ok()).toBe(true);
};

test('a sign-up with a common password is warned under the field, and taken', { tag: '@matrix' }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openSignUp(page);
  await typeAndLeave(page, 'Password', common);
  await expectWarning(page, 'Password');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await field(page, 'Password').fill(password);
  await expect(page.getByText(authMessages.passwordCommonTaken)).toHaveCount(0);

  await field(page, 'Full name').fill('Mara Okafor');
  await field(page, 'Email').fill(newEmail());
  await typeAndLeave(page, 'Password', common);
  // The button moves when the warning comes.
  await expectWarning(page, 'Password');
  await field(page, 'Confirm password').fill(common);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page).toHaveURL('/verify-email');
});

test('a press that is under way when the warning comes is not lost', async ({ page }) => {
  await openSignUp(page);
  await field(page, 'Full name').fill('Mara Okafor');
  await field(page, 'Email').fill(newEmail());
  await field(page, 'Confirm password').fill(common);
  await field(page, 'Password').fill(common);
  const answered = page.waitForResponse(`**/api${checkPassword.path}`);
  await page.getByRole('button', { name: 'Create Account' }).hover();
  await page.mouse.down();
  await answered;
  // Whatever the answer changes is drawn by then.
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
  await page.mouse.up();
  await expect(page).toHaveURL('/verify-email');
});

test('a reset to a common password is warned under the field, and taken', { tag: '@matrix' }, async ({
  page,
  baseURL,
}) => {
  const { email } = await verifiedAccount();
  await askForReset(page, baseURL ?? '', email);
  await page.goto(await resetLinkTo(email));
  await typeAndLeave(page, 'New Password', common);
  await expectWarning(page, 'New Password');
  await field(page, 'Confirm Password').fill(common);
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expect(page.getByRole('heading', { name: 'Password Reset Successful!' })).toBeVisible();
});

test('while the question has no answer, the sign-up goes on', { tag: '@matrix' }, async ({ page }) => {
  await page.route(`**/api${checkPassword.path}`, (route) => route.abort());
  await openSignUp(page);
  await fillSignUp(page, 'Mara Okafor', newEmail(), password);
  await expect(page).toHaveURL('/verify-email');
});

test('an installation that refuses a common password says so at its field, at sign-up and reset', {
  tag: '@matrix',
}, async ({ page }) => {
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const portal = await startPortal({ PORT: port, PUBLIC_URL: url, COMMON_PASSWORDS: 'refuse' });
  const expectRefusal = async (label: string) => {
    await expect(field(page, label)).toHaveAttribute('aria-invalid', 'true');
    await expect(field(page, label)).toHaveAccessibleDescription(authMessages.passwordCommon);
    await expect(field(page, label)).toBeFocused();
  };
  try {
    await page.goto(`${url}/auth`);
    await page.getByRole('button', { name: 'Continue with Email' }).click();
    await page.getByRole('button', { name: 'Create Account' }).click();
    await field(page, 'Full name').fill('Mara Okafor');
    await field(page, 'Email').fill(newEmail());
    await typeAndLeave(page, 'Password', common);
    await expectWarning(page, 'Password', authMessages.passwordCommon);
    await field(page, 'Confirm password').fill(common);
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expectRefusal('Password');

    const { email } = await newDeveloper(url);
    await askForReset(page, url, email);
    await page.goto(await mailedLink(url, email, '/reset-password#'));
    await typeAndLeave(page, 'New Password', common);
    await expectWarning(page, 'New Password', authMessages.passwordCommon);
    await field(page, 'Confirm Password').fill(common);
    await page.getByRole('button', { name: 'Reset Password' }).click();
    await expectRefusal('New Password');
    await expect(page.getByRole('alert').filter({ hasText: authMessages.passwordCommon })).toBeVisible();
  } finally {
    await portal.stop();
  }
});
