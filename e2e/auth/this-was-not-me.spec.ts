import { thisWasNotMe } from '@ballast/contract/auth/this-was-not-me';
import { createKey } from '@ballast/contract/keys/api-keys';
import { expectAccessible } from '../support/accessibility.ts';
import { emailChangeLinkTo, newEmail, notMeLinkTo, openDashboard, resetLinkTo } from '../support/accounts.ts';
import { expect, test } from '../support/another-browser.ts';
import { countCalls } from '../support/browser.ts';
import { expectNoSidewaysScroll } from '../support/layout.ts';

test('an owner whose address was changed takes the account back by a press, and chooses a new password', async ({
  page,
  anotherBrowser,
}) => {
  const { email, call } = await openDashboard(page);
  await call(createKey, { body: { name: 'checkout-web', environment: 'SANDBOX' } });
  const next = newEmail();
  await page.goto('/dashboard#settings');
  await page
    .getByRole('region', { name: 'Email', exact: true })
    .getByRole('button', { name: 'Change' })
    .click();
  await page.getByLabel('New email').fill(next);
  await page.getByRole('button', { name: 'Send Link' }).click();
  await page.goto(await emailChangeLinkTo(next));
  await page.getByRole('button', { name: 'Confirm Email' }).click();
  await expect(page.getByRole('heading', { name: 'Email changed' })).toBeVisible();

  const owner = await anotherBrowser();
  // The mail before it told that the change was asked for.
  const link = await notMeLinkTo(email, 2);
  const calls = countCalls(owner, thisWasNotMe.path);
  await owner.goto(link);
  await expect(owner.getByRole('heading', { name: "This wasn't you?" })).toBeVisible();
  await expect(owner.getByText('undo what was added')).toBeVisible();
  await expect(owner.getByText('Anything that was removed, such as a connected account')).toBeVisible();
  await expectAccessible(owner);
  await expectNoSidewaysScroll(owner);
  expect(calls.count).toBe(0);
  await owner.getByRole('button', { name: 'Secure My Account' }).click();
  await expect(owner.getByRole('heading', { name: 'Your account is secured' })).toBeVisible();
  await expect(owner).toHaveTitle('Your account is secured · Ballast');
  await expect(owner.getByText('Your account uses your address again.')).toBeVisible();
  await expect(owner.getByText(email)).toBeVisible();
  await expect(owner.getByRole('heading', { name: 'Check your API keys' })).toBeVisible();
  await expect(owner.getByRole('listitem')).toHaveText(['checkout-web (sandbox)']);
  await expect(owner.getByRole('button', { name: 'Back to Sign In' })).toBeFocused();
  await expectAccessible(owner);
  await owner.goto(await resetLinkTo(email));
  await expect(owner.getByRole('heading', { name: 'Reset Your Password' })).toBeVisible();

  await page.goto('/dashboard');
  await expect(page).toHaveURL('/auth');
  await owner.goto(link);
  await owner.getByRole('button', { name: 'Secure My Account' }).click();
  await expect(owner.getByRole('alert')).toContainText('If you have used it, your account is secured.');
  await expect(owner).toHaveTitle('Link not valid · Ballast');
  await owner.getByRole('button', { name: 'Back to Sign In' }).click();
  await expect(owner).toHaveURL('/auth');
});
