import { finishProvider } from '@ballast/contract/auth/provider-calls';
import { screens } from '@ballast/contract/screens';
import { expect } from '@playwright/test';
import { logInAs, signUpUnverified, storeSession } from '../../support/accounts.ts';
import { accountWithApp } from '../../support/factors/authenticator-app.ts';
import { button } from '../../support/keys.ts';
import { openSignIn, openSignUp } from '../../support/sign-in-page.ts';
import { at, type Screen, sees } from './opening.ts';

export const signedOut: Screen[] = [
  { name: 'auth', open: at('/auth', 'Continue with Email') },
  {
    name: 'auth-email',
    open: async (page) => {
      await openSignIn(page);
      await sees(page, 'Forgot password?');
    },
  },
  {
    name: 'auth-sign-up-errors',
    open: async (page) => {
      await openSignUp(page);
      await button(page, 'Create Account').click();
      await sees(page, /is required/);
    },
  },
  {
    name: 'auth-forgot-password',
    open: async (page) => {
      await openSignIn(page);
      await button(page, 'Forgot password?').click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'callback-loading',
    open: async (page) => {
      await page.route(`**/api${finishProvider.path}`, () => {});
      await at('/auth/callback?code=c&state=s', 'Completing sign in...')(page);
    },
  },
  { name: 'callback-error', open: at('/auth/callback?error=access_denied&state=s', 'Authentication was') },
  { name: 'verify-email-error', open: at('/verify-email?token=wrong', /invalid|expired|failed/i) },
  { name: 'reset-password-error', open: at('/reset-password', /invalid|expired/i) },
  {
    name: 'second-factor',
    open: async (page) => {
      const { email } = await accountWithApp();
      await storeSession(page, await logInAs(email));
      await at('/dashboard', 'Two-Step Verification')(page);
    },
  },
  { name: 'this-was-not-me', open: at(`${screens['this-was-not-me'].path}?token=wrong`, /wasn't you/) },
  { name: 'keep-account', open: at(`${screens['keep-account'].path}?token=wrong`, 'Keep your account?') },
  { name: 'not-found', open: at('/no/such/page', 'Page Not Found') },
  { name: 'support', open: at('/support', /support/i) },
  { name: 'docs', open: at('/docs', 'Get started') },
  { name: 'docs-reference', open: at('/docs/reference', 'Authentication') },
  { name: 'docs-reference-keys', open: at('/docs/reference/keys', 'Create an API key') },
  { name: 'docs-errors', open: at('/docs/limits-and-errors', 'Error codes') },
  { name: 'dev-mailbox-empty', open: at('/dev/mailbox?to=nobody-at-all', 'No mail') },
  {
    name: 'dev-mailbox',
    open: async (page) => {
      const email = await signUpUnverified();
      await at(`/dev/mailbox?to=${email}`, /Verify/)(page);
    },
  },
  {
    name: 'verify-email-waiting',
    open: async (page) => {
      await storeSession(page, await logInAs(await signUpUnverified()));
      await page.goto('/verify-email');
      await sees(page, /Resend|inbox/i);
    },
  },
];
