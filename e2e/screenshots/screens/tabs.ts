import { listActivities } from '@ballast/contract/activities';
import { listConnections } from '@ballast/contract/auth/provider-calls';
import { listSessions } from '@ballast/contract/auth/session-list';
import { getFaucet } from '@ballast/contract/faucet';
import { expect, type Page } from '@playwright/test';
import { sharedAccount, storeSession, verifiedAccount } from '../../support/accounts.ts';
import { button, failCalls } from '../../support/keys.ts';
import { openTab } from '../../support/open-tab.ts';
import { failed, ownTab, type Screen, sees, waiting } from './opening.ts';

const activity = { tab: 'activity', heading: 'Activity' };
const faucet = { tab: 'faucet', heading: 'Coin Faucet' };
const settings = { tab: 'settings', heading: 'Settings' };
const log = `**/api${listActivities.path}?*`;

const failing = (address: string, place: typeof activity): Screen['open'] => {
  return async (page) => {
    await failCalls(page, address, 'GET');
    await openTab(page, place, await verifiedAccount());
    await failed(page);
  };
};

const openSecurity = async (page: Page) => {
  await storeSession(page, await verifiedAccount());
  await page.goto('/dashboard#security');
};

const longAccount = () =>
  verifiedAccount({
    fullName: 'Maximiliana-Alexandrina of the Northern Lights and the Southern Seas',
    email: `${crypto.randomUUID()}@${'northwind.'.repeat(8)}example`,
  });

export const tabs: Screen[] = [
  {
    name: 'dashboard-loading',
    open: async (page) => {
      await storeSession(page, await sharedAccount());
      await page.route('**/api/users/profile', () => {});
      await page.goto('/dashboard');
      await sees(page, 'Loading dashboard...');
    },
  },
  { name: 'activity', open: (page) => ownTab(page, activity, 'Account Created') },
  { name: 'activity-loading', open: waiting(log, (page) => ownTab(page, activity, 'Loading activities...')) },
  { name: 'activity-error', open: failing(log, activity) },
  { name: 'faucet', open: (page) => ownTab(page, faucet, 'No transfers yet') },
  {
    name: 'faucet-loading',
    open: waiting(`**/api${getFaucet.path}`, (page) => ownTab(page, faucet, 'Loading transfers...')),
  },
  { name: 'faucet-error', open: failing(`**/api${getFaucet.path}`, faucet) },
  {
    name: 'marketplace',
    open: (page) => ownTab(page, { tab: 'marketplace', heading: 'Marketplace' }, 'Storefront Checkout'),
  },
  { name: 'settings', open: (page) => ownTab(page, settings, 'Profile Information') },
  {
    name: 'settings-loading',
    open: waiting(`**/api${listConnections.path}`, (page) =>
      ownTab(page, settings, 'Loading connected accounts...'),
    ),
  },
  {
    name: 'settings-errors',
    open: async (page) => {
      await ownTab(page, settings, 'Profile Information');
      await page.getByLabel('Full Name').fill('');
      await button(page, 'Save Changes').click();
      await sees(page, 'Full Name is required and cannot be only spaces');
    },
  },
  {
    name: 'settings-long-texts',
    open: async (page) => ownTab(page, settings, 'Profile Information', await longAccount()),
  },
  {
    name: 'security',
    open: async (page) => {
      await openSecurity(page);
      await expect(page.getByText('This browser', { exact: true })).toBeVisible();
    },
  },
  {
    name: 'security-loading',
    open: waiting(`**/api${listSessions.path}`, async (page) => {
      await openSecurity(page);
      await sees(page, 'Loading sessions...');
    }),
  },
  {
    name: 'user-menu',
    wide: true,
    open: async (page) => {
      await ownTab(page, activity, 'Account Created');
      await page.getByRole('button', { name: /account menu$/ }).click();
      await sees(page, 'Sign out');
    },
  },
];
