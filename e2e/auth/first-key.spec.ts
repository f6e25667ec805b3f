// How much a newcomer has to do for a first API key.
import { newEmail, password, verificationLinkTo } from '../support/accounts.ts';
import { countEffort } from '../support/effort.ts';
import { button, card, createButton } from '../support/keys.ts';
import { fillSignUp, openSignUp } from '../support/sign-in-page.ts';
import { expect, test } from '../support/test.ts';
import { passTime } from '../support/time.ts';

test('a first API key takes at most seven clicks and six typed fields by email', async ({ page }) => {
  const effort = await countEffort(page);
  const email = newEmail();
  await openSignUp(page);
  await fillSignUp(page, 'Mara Okafor', email, password);
  await expect(page).toHaveURL('/verify-email');

  const link = await verificationLinkTo(email);
  effort.addClick();
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Email verified' })).toBeVisible();
  await passTime(page, 2000);
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await page.keyboard.type(password);
  await button(page, 'Sign In').click();

  await createButton(page).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('checkout-web');
  await button(page, 'Create Key').click();
  await expect(card(page, 'checkout-web')).toBeVisible();
  const { clicks, fields } = await effort.read();
  expect(clicks).toBeLessThanOrEqual(7);
  expect(fields).toBeLessThanOrEqual(6);
});
