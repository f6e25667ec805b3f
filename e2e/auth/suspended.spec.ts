// Whom an operator has suspended learns it where they sign in, and whom to write to.
import { suspendedMessage } from '@ballast/contract/suspension';
import { openDashboard, password, verifiedAccount } from '../support/accounts.ts';
import { operator } from '../support/keys.ts';
import { newPerson, signInWith } from '../support/provider-page.ts';
import { fillSignIn, openSignIn } from '../support/sign-in-page.ts';
import { expect, test } from '../support/test.ts';

const sentence = suspendedMessage('support@ballast.example');

test('a suspended account is signed out, and told why when it signs in', async ({ page }) => {
  const account = await verifiedAccount();
  await openDashboard(page, account);
  await operator('users', 'suspend', account.email, '--reason', 'Card testing');
  await page.reload();
  await expect(page).toHaveURL('/auth');

  await openSignIn(page);
  await fillSignIn(page, account.email, password);
  await expect(page.getByText(sentence)).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true');

  await operator('users', 'restore', account.email);
  await fillSignIn(page, account.email, password);
  await expect(page).toHaveURL('/dashboard');
});

test('a suspended account that signs in with GitHub is told why', async ({ page }) => {
  const person = newPerson();
  await signInWith(page, 'GitHub', person);
  await expect(page).toHaveURL('/dashboard');
  await operator('users', 'suspend', person.email, '--reason', 'Card testing');
  await page.reload();
  await expect(page).toHaveURL('/auth');
  await signInWith(page, 'GitHub', person);
  await expect(page.getByText(sentence)).toBeVisible();
});
