import { authMessages, logIn, signUp } from '@ballast/contract/auth/auth';
import type { Page } from '@playwright/test';
import { newEmail, password, sharedAccount } from '../support/accounts.ts';
import { field, fillSignIn, fillSignUp, openSignIn, openSignUp } from '../support/sign-in-page.ts';
import { expect, test } from '../support/test.ts';

const passwordRule =
  'Password must be at least 8 characters and contain at least one uppercase letter, one lowercase letter, one number, and one special character';

const expectError = async (page: Page, label: string, message: string) => {
  await expect(field(page, label)).toHaveAttribute('aria-invalid', 'true');
  await expect(field(page, label)).toHaveAccessibleDescription(message);
};

const expectNoError = (page: Page, label: string) =>
  expect(field(page, label)).not.toHaveAttribute('aria-invalid');

test('the choice names the portal, the terms and the privacy policy', async ({ page }) => {
  await page.goto('/auth');
  await expect(page).toHaveTitle('Developer Portal · Ballast');
  await expect(page.getByRole('heading', { level: 1, name: 'Developer Portal' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Terms of Service' })).toHaveAttribute('href', /\/terms$/);
  await expect(page.getByRole('link', { name: /^Privacy\sPolicy$/ })).toHaveAttribute('href', /\/privacy$/);
});

test('an empty sign-in names what is missing and moves to the first field', async ({ page }) => {
  await openSignIn(page);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expectError(page, 'Email', 'Email is required');
  await expectError(page, 'Password', 'Password is required');
  await expect(field(page, 'Email')).toBeFocused();
});

test('sign-in asks for a well-formed email and a password that follows the rule', { tag: '@matrix' }, async ({
  page,
}) => {
  await openSignIn(page);
  await fillSignIn(page, 'mara@northwind', 'northwind');
  await expectError(page, 'Email', 'Please enter a valid email');
  await expectError(page, 'Password', passwordRule);

  await field(page, 'Email').fill('mara@northwind.dev');
  await expectNoError(page, 'Email');
});

test('an empty sign-up names what is missing', async ({ page }) => {
  await openSignUp(page);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expectError(page, 'Full name', 'Full name is required');
  await expectError(page, 'Email', 'Email is required');
  await expectError(page, 'Password', 'Password is required');
  await expectError(page, 'Confirm password', 'Please confirm your password');
  await expect(field(page, 'Full name')).toBeFocused();
});

test('a name of spaces is refused', { tag: '@matrix' }, async ({ page }) => {
  await openSignUp(page);
  await fillSignUp(page, '   ', newEmail(), password);
  await expectError(page, 'Full name', 'Full name cannot be only spaces');
  await expect(field(page, 'Full name')).toBeFocused();
});

const weakPasswords = ['Short-1', 'northwind-26!', 'NORTHWIND-26!', 'Northwind-!', 'Northwind 26'];

for (const weak of weakPasswords) {
  const tag = weak === weakPasswords[0] ? [] : '@matrix';
  test(`the password ${weak} does not follow the rule`, { tag }, async ({ page }) => {
    await openSignUp(page);
    await fillSignUp(page, 'Mara Okafor', newEmail(), weak);
    await expectError(page, 'Password', passwordRule);
  });
}

test('two passwords must match, and the complaint goes when they do', { tag: '@matrix' }, async ({
  page,
}) => {
  await openSignUp(page);
  await fillSignUp(page, 'Mara Okafor', 'mara@northwind', password);
  await field(page, 'Confirm password').fill('Northwind-27!');
  await expectError(page, 'Confirm password', 'Passwords do not match');
  await field(page, 'Password').fill('Northwind-27!');
  await expectNoError(page, 'Confirm password');
});

test('two passwords that differ are told beside whatever else is wrong', async ({ page }) => {
  await openSignUp(page);
  await field(page, 'Password').fill(password);
  await field(page, 'Confirm password').fill('Northwind-27!');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expectError(page, 'Full name', 'Full name is required');
  await expectError(page, 'Email', 'Email is required');
  await expectError(page, 'Confirm password', 'Passwords do not match');
});

test('the rule is shown part by part while a new password is typed', async ({ page }) => {
  await openSignUp(page);
  await field(page, 'Password').fill('northwind');
  await expect(page.getByRole('listitem').filter({ hasText: 'At least 8 characters' })).toContainText(
    '(met)',
  );
  await expect(page.getByRole('listitem').filter({ hasText: 'One number' })).toContainText('(not met)');
});

test('a password can be shown and hidden', { tag: '@matrix' }, async ({ page }) => {
  await openSignIn(page);
  await field(page, 'Password').fill(password);
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(field(page, 'Password')).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Hide password' }).click();
  await expect(field(page, 'Password')).toHaveAttribute('type', 'password');
});

test('toggling between the forms clears fields and errors', { tag: '@matrix' }, async ({ page }) => {
  await openSignIn(page);
  await fillSignIn(page, 'mara@northwind', 'x');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page).toHaveTitle('Create Account · Ballast');
  await expect(field(page, 'Email')).toHaveValue('');
  await expectNoError(page, 'Email');

  await field(page, 'Email').fill('mara@northwind.dev');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveTitle('Sign In · Ballast');
  await expect(field(page, 'Email')).toHaveValue('');
  await expectNoError(page, 'Email');
});

test('back leads from sign-up to sign-in and from there to the choice', { tag: '@matrix' }, async ({
  page,
}) => {
  await openSignUp(page);
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByRole('heading', { name: 'Developer Portal' })).toBeVisible();
});

test('the forms work with the keyboard alone', async ({ page }) => {
  await page.goto('/auth');
  await expect(page.getByRole('button', { name: 'Continue with Email' })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Switch to light theme' })).toBeFocused();
  for (const name of ['GitHub', 'Google', 'Email']) {
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: `Continue with ${name}` })).toBeFocused();
  }
  await page.keyboard.press('Enter');
  await expect(field(page, 'Email')).toBeFocused();
  await page.keyboard.type('mara@northwind.dev');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Forgot password?' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.type('short');
  await page.keyboard.press('Enter');
  await expectError(page, 'Password', passwordRule);
  await expect(field(page, 'Password')).toBeFocused();
});

test('Create Account has an address, and the back button leads away from it', { tag: '@matrix' }, async ({
  page,
}) => {
  await page.goto('/auth#sign-up');
  await expect(page.getByRole('heading', { name: 'Create Account' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Create Account' })).toBeVisible();
});

const heightOf = async (page: Page, label: string) => (await field(page, label).boundingBox())?.y;

test('no field moves while it is typed into, and errors do not move the form’s title', async ({ page }) => {
  await openSignUp(page);
  const title = page.getByRole('heading', { name: 'Create Account' });
  const top = (await title.boundingBox())?.y;
  for (const label of ['Full name', 'Email', 'Password', 'Confirm password']) {
    await field(page, label).focus();
    const before = await heightOf(page, label);
    await page.keyboard.type('n');
    expect(await heightOf(page, label), label).toBe(before);
  }
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expectError(page, 'Email', 'Please enter a valid email');
  expect((await title.boundingBox())?.y).toBe(top);
});

test('wrong credentials are told in the words of the server', async ({ page }) => {
  await openSignIn(page);
  await fillSignIn(page, newEmail(), password);
  await expect(page.getByRole('alert')).toHaveText(authMessages.invalidCredentials);
  await expect(page.getByRole('main').getByText(authMessages.invalidCredentials)).toBeVisible();
  await expect(page).toHaveURL('/auth');
});

test('a failure without words is told in the words of the form', { tag: '@matrix' }, async ({ page }) => {
  await page.route(`**/api${logIn.path}`, (route) => route.fulfill({ status: 500, body: '' }));
  await openSignIn(page);
  await fillSignIn(page, newEmail(), password);
  await expect(page.getByRole('alert')).toHaveText('Authentication failed. Please try again.');
});

test('the next attempt takes the message of the last one away', async ({ page }) => {
  await openSignIn(page);
  await fillSignIn(page, newEmail(), password);
  await expect(page.getByRole('alert')).toHaveText(authMessages.invalidCredentials);
  const { email } = await sharedAccount();
  await fillSignIn(page, email, password);
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('heading', { name: 'API Keys' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByText(authMessages.invalidCredentials)).toHaveCount(0);
});

test('without a connection the sign-in says so and can be tried again', async ({ page }) => {
  await page.route(`**/api${logIn.path}`, (route) => route.abort());
  await openSignIn(page);
  await fillSignIn(page, newEmail(), password);
  await expect(page.getByRole('alert')).toHaveText(
    'Authentication failed. Please try again. Can’t reach the portal. Check your connection and try again.',
  );
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeEnabled();
  await expect(field(page, 'Password')).toHaveValue(password);
});

test('what the server says about a field stands at the field', async ({ page }) => {
  const body = {
    code: 'validation_failed',
    message: 'No',
    fields: { email: 'This address is not accepted' },
  };
  await page.route(`**/api${signUp.path}`, (route) => route.fulfill({ status: 422, json: body }));
  await openSignUp(page);
  await fillSignUp(page, 'Mara Okafor', newEmail(), password);
  await expectError(page, 'Email', 'This address is not accepted');
  await expect(field(page, 'Email')).toBeFocused();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('while the server works the button is busy and cannot be pressed again', async ({ page }) => {
  await page.route(`**/api${logIn.path}`, () => {});
  await openSignIn(page);
  await fillSignIn(page, newEmail(), password);
  const button = page.getByRole('button', { name: 'Signing In...' });
  await expect(button).toBeDisabled();
  await expect(button).toHaveAttribute('aria-busy', 'true');
});

test('sign-up sends the trimmed name and no second password', { tag: '@matrix' }, async ({ page }) => {
  const email = newEmail();
  await openSignUp(page);
  const sent = page.waitForRequest(`**/api${signUp.path}`);
  await fillSignUp(page, '  Mara Okafor  ', email, password);
  expect((await sent).postDataJSON()).toEqual({
    fullName: 'Mara Okafor',
    email,
    password,
    authMethod: 'EMAIL',
  });
});

test('a sign-up that returns a session leads straight on', { tag: '@matrix' }, async ({ page }) => {
  const { user, session } = await sharedAccount();
  await page.route(`**/api${signUp.path}`, (route) =>
    route.fulfill({ status: 201, json: { user, session, message: '' } }),
  );
  await openSignUp(page);
  await fillSignUp(page, 'Mara Okafor', newEmail(), password);
  await expect(page).toHaveURL('/dashboard');
});
