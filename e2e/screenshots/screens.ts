// Every screen and the states that it can be in. Each is opened as a person gets there, and the heading or the text that is
// waited for says that it stands.
import { expect, type Page } from '@playwright/test';
import { logInAs, signUpUnverified, storeSession, verifiedAccount } from '../support/accounts.ts';
import { cliAddress, startCliLogin } from '../support/cli-login.ts';
import { openKeyPage, sendRequests, untilCounted } from '../support/key-page.ts';
import { button, completeProfile, createKeys, failCalls, holdCalls, openKeys } from '../support/keys.ts';
import { openTab } from '../support/open-tab.ts';
import { openSignIn, openSignUp } from '../support/sign-in-page.ts';
import { passTimeUntil } from '../support/time.ts';

type Screen = { name: string; open: (page: Page) => Promise<unknown> };

const longName =
  'checkout-server-of-the-northern-branch-with-a-name-as-long-as-a-name-may-be-in-this-portal-0123456789';
const sees = (page: Page, text: string | RegExp) => expect(page.getByText(text).first()).toBeVisible();

// A call that fails is tried again a few times first.
const failed = (page: Page) =>
  passTimeUntil(page, page.getByRole('button', { name: /^(Retry|Try again)$/i }).first());

const at =
  (path: string, text: string | RegExp): Screen['open'] =>
  async (page) => {
    await page.goto(path);
    await sees(page, text);
  };

const withKeys = async (page: Page, names = ['checkout-web', 'till', 'night-job']) => {
  const opened = await openKeys(page, names);
  await sees(page, names.at(-1) ?? '');
  return opened;
};

const ownTab = async (page: Page, tab: string, heading: string, text: string) => {
  await openTab(page, { tab, heading }, await verifiedAccount());
  await sees(page, text);
};

const signedOut: Screen[] = [
  { name: 'sign-in', open: at('/auth', 'Continue with Email') },
  { name: 'sign-in-email', open: openSignIn },
  {
    name: 'sign-up-errors',
    open: async (page) => {
      await openSignUp(page);
      await button(page, 'Create Account').click();
      await sees(page, /is required/);
    },
  },
  { name: 'verify-email-error', open: at('/verify-email?token=wrong', /invalid|expired|failed/i) },
  { name: 'reset-password-error', open: at('/reset-password', /invalid|expired/i) },
  { name: 'not-found', open: at('/no/such/page', 'Page Not Found') },
  { name: 'support', open: at('/support', /support/i) },
  { name: 'dev-mailbox', open: at('/dev/mailbox', /mail/i) },
  { name: 'docs', open: at('/docs', 'Get started') },
  { name: 'docs-reference', open: at('/docs/reference', 'Authenticate') },
  { name: 'docs-errors', open: at('/docs/limits-and-errors', 'Every code') },
];

const keys: Screen[] = [
  {
    name: 'keys-empty',
    open: async (page) => {
      await openKeys(page);
      await sees(page, 'No sandbox keys found');
    },
  },
  { name: 'keys', open: withKeys },
  { name: 'keys-long-name', open: (page) => withKeys(page, ['till', longName.slice(0, 100)]) },
  {
    name: 'keys-loading',
    open: async (page) => {
      await holdCalls(page, '**/api/api-keys?*', 'GET');
      await openKeys(page, ['checkout-web']);
      await sees(page, 'Loading API keys...');
    },
  },
  {
    name: 'keys-error',
    open: async (page) => {
      await failCalls(page, '**/api/api-keys?*', 'GET');
      await openKeys(page, ['checkout-web']);
      await failed(page);
    },
  },
  {
    name: 'keys-production',
    open: async (page) => {
      await openKeys(page, ['checkout-live'], 'PRODUCTION');
      await sees(page, 'checkout-live');
    },
  },
  {
    name: 'keys-create',
    open: async (page) => {
      await withKeys(page);
      await button(page, 'Create New Key').click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'key-page',
    open: async (page) => {
      const account = await verifiedAccount();
      const [key] = await createKeys(account, ['checkout-web'], 'SANDBOX');
      if (!key) throw new Error('no key');
      await sendRequests({ value: key.key, times: 3 });
      await untilCounted(account, key, 3);
      await openKeyPage(page, account, key);
    },
  },
];

const tabs: Screen[] = [
  { name: 'activity', open: (page) => ownTab(page, 'activity', 'Activity', 'Account Created') },
  {
    name: 'activity-error',
    open: async (page) => {
      await failCalls(page, '**/api/activities?*', 'GET');
      await openTab(page, { tab: 'activity', heading: 'Activity' }, await verifiedAccount());
      await failed(page);
    },
  },
  { name: 'faucet', open: (page) => ownTab(page, 'faucet', 'Coin Faucet', 'No transfers yet') },
  { name: 'marketplace', open: (page) => ownTab(page, 'marketplace', 'Marketplace', 'Coming Soon') },
  { name: 'settings', open: (page) => ownTab(page, 'settings', 'Settings', 'Profile Information') },
];

const beside: Screen[] = [
  {
    name: 'verify-email-waiting',
    open: async (page) => {
      await storeSession(page, await logInAs(await signUpUnverified()));
      await page.goto('/verify-email');
      await sees(page, /Resend|inbox/i);
    },
  },
  {
    name: 'complete-profile',
    open: async (page) => {
      await openTab(
        page,
        { tab: 'keys', heading: 'API Keys', environment: 'production' },
        await verifiedAccount(),
      );
      await button(page, 'Create New Key').click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'cli-auth',
    open: async (page) => {
      const account = await verifiedAccount();
      await completeProfile(account);
      const { state } = await startCliLogin();
      await storeSession(page, account);
      await page.goto(cliAddress(state));
      await expect(button(page, 'Authorize')).toBeVisible();
    },
  },
];

export const screens = [...signedOut, ...keys, ...tabs, ...beside];
