import { newEmail, password, verificationLinkTo } from '../support/accounts.ts';
import { fillSignIn, fillSignUp, openSignUp } from '../support/sign-in-page.ts';
import { expect, test } from '../support/test.ts';
import { passTime } from '../support/time.ts';

const widths = [
  { name: 'on a desktop', viewport: { width: 1440, height: 900 }, touch: false, tag: '@matrix' },
  { name: 'on a phone of 390 px', viewport: { width: 390, height: 844 }, touch: true, tag: [] },
];

for (const { name, viewport, touch, tag } of widths) {
  test.describe(name, { tag }, () => {
    test.use({ viewport, hasTouch: touch });

    test('a developer signs up, verifies, signs in, stays signed in over a reload and signs out', async ({
      page,
    }) => {
      const email = newEmail();
      const signOut = async () => {
        if (touch) await page.getByRole('button', { name: 'Open menu' }).click();
        else await page.getByRole('button', { name: 'Mara Okafor account menu' }).click();
        await page.getByText('Sign out').click();
      };

      await test.step('sign up', async () => {
        await openSignUp(page);
        await fillSignUp(page, '  Mara Okafor ', email, password);
        await expect(
          page.getByText('Account created! Please check your email to verify your account.'),
        ).toBeVisible();
        await expect(page).toHaveURL('/verify-email');
        await expect(page.getByText(email)).toBeVisible();
        await expect(page.getByRole('button', { name: /^Resend in \d+s$/ })).toBeDisabled();
      });

      await test.step('verify by the link in the mail', async () => {
        await page.goto(await verificationLinkTo(email));
        await expect(page.getByRole('heading', { name: 'Email verified' })).toBeVisible();
        await passTime(page, 2000);
        await expect(page).toHaveURL('/auth');
      });

      await test.step('sign in', async () => {
        await expect(page.getByText('Email verified. Sign in to continue.')).toBeVisible();
        await fillSignIn(page, email, password);
        await expect(page).toHaveURL('/dashboard');
        await expect(page.getByRole('heading', { level: 1, name: 'API Keys' })).toBeVisible();
      });

      await test.step('reload', async () => {
        await page.reload();
        await expect(page.getByRole('heading', { level: 1, name: 'API Keys' })).toBeVisible();
        await page.goto('/');
        await expect(page).toHaveURL('/dashboard');
      });

      await test.step('sign out', async () => {
        await signOut();
        await expect(page.getByText('Successfully logged out')).toBeVisible();
        await expect(page).toHaveURL('/auth');
        await page.goto('/dashboard');
        await expect(page).toHaveURL('/auth');
      });
    });
  });
}

test('signing up with a taken address looks like any other sign-up', async ({ page }) => {
  const email = newEmail();
  for (const visit of [1, 2]) {
    await openSignUp(page);
    await fillSignUp(page, 'Mara Okafor', email, password);
    await expect(page, `visit ${visit}`).toHaveURL('/verify-email');
    await expect(page.getByText(email)).toBeVisible();
  }
});
