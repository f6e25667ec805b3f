// Whom an operator has suspended learns it where they sign in, and whom to write to.
import { suspendedMessage } from '@ballast/contract/auth/auth';
import type { Page } from '@playwright/test';
import { openDashboard, password, verifiedAccount } from '../support/accounts.ts';
import { operator } from '../support/keys.ts';
import { newPerson, signInWith } from '../support/provider-page.ts';
import { fillSignIn, openSignIn } from '../support/sign-in-page.ts';
import { expect, test } from '../support/test.ts';

const sentence = suspendedMessage('support@ballast.example');

// The page is left meanwhile: a call of its own that is answered by then would lead it away in the middle of a reload.
const suspendAndComeBack = async (page: Page, email: string) => {
  await page.goto('about:blank');
  await operator('users', 'suspend', email, '--reason', 'Card testing');
  await page.goto('/dashboard', { waitUntil: 'commit' });
  await expect(page).toHaveURL('/auth');
};

test('a suspended account is signed out, and told why when it signs in', async ({ page }) => {
  const account = await verifiedAccount();
  await openDashboard(page, account);
  await suspendAndComeBack(page, account.email);

  await openSignIn(page);
  await fillSignIn(page, account.email, password);
  await expect(page.getByText(sentence)).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true');

  await operator('users', 'restore', account.email);
  await fillSignIn(page, account.email, password);
  await expect(page).toHaveURL('/dashboard');
});

test('a suspended account that signs in with GitHub is told why', { tag: '@matrix' }, async ({ page }) => {
  const person = newPerson();
  await signInWith(page, 'GitHub', person);
  await expect(page).toHaveURL('/dashboard');
  await suspendAndComeBack(page, person.email);
  await signInWith(page, 'GitHub', person);
  await expect(page.getByText(sentence)).toBeVisible();
});
