import { expect, type Page } from '@playwright/test';
import { verifiedAccount } from '../../support/accounts.ts';
import { openKeyPage, sendRequests, untilCounted } from '../../support/key-page.ts';
import { button, createKeys, failCalls, openKeys } from '../../support/keys.ts';
import { failed, goOffline, longName, type Screen, sees, waiting, withKeys } from './opening.ts';

const oneKey = (page: Page) => openKeys(page, ['checkout-web']);

// A dialog above the keys, opened by the button with this name.
const dialog = (opener: string): Screen['open'] => {
  return async (page) => {
    await withKeys(page);
    await button(page, opener).click();
    await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toBeVisible();
  };
};

const keyPage = async (page: Page, text: string, tab?: string) => {
  const account = await verifiedAccount();
  const [key] = await createKeys(account, ['checkout-web'], 'SANDBOX');
  if (!key) throw new Error('no key');
  await sendRequests({ value: key.key, times: 3 });
  await untilCounted(account, key, 3);
  await openKeyPage(page, account, key, tab);
  await sees(page, text);
};

export const keys: Screen[] = [
  {
    name: 'keys-empty',
    open: async (page) => {
      await openKeys(page);
      await sees(page, 'No sandbox keys found');
      await sees(page, 'First steps');
    },
  },
  { name: 'keys', open: withKeys },
  { name: 'keys-long-name', open: (page) => withKeys(page, ['till', longName]) },
  {
    name: 'keys-loading',
    open: waiting('**/api/api-keys?*', async (page) => {
      await oneKey(page);
      await sees(page, 'Loading API keys...');
    }),
  },
  {
    name: 'keys-error',
    open: async (page) => {
      await failCalls(page, '**/api/api-keys?*', 'GET');
      await oneKey(page);
      await failed(page);
    },
  },
  {
    name: 'keys-offline',
    open: async (page) => {
      await withKeys(page);
      await goOffline(page);
      await button(page, 'Create New Key').click();
      await page.getByRole('textbox', { name: 'Name' }).fill('refunds');
      await page.keyboard.press('Enter');
      await sees(page, /Failed to create API key/);
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
      await dialog('Create New Key')(page);
      await page.getByText('Restrictions (optional)').click();
      await sees(page, 'Allowed networks');
      await page.getByRole('radio', { name: 'Custom' }).check();
      await expect(page.getByRole('checkbox').first()).toBeVisible();
    },
  },
  { name: 'keys-rename', open: dialog('Rename till') },
  { name: 'keys-rotate', open: dialog('Rotate till') },
  { name: 'keys-delete', open: dialog('Delete till') },
  { name: 'keys-request-increase', open: dialog('Request increase for till') },
  { name: 'command-menu', open: dialog('Command menu') },
  { name: 'key-page', open: (page) => keyPage(page, 'Show as table') },
  {
    name: 'key-page-unused',
    open: async (page) => {
      const account = await verifiedAccount();
      const [key] = await createKeys(account, ['checkout-web'], 'SANDBOX');
      if (!key) throw new Error('no key');
      await openKeyPage(page, account, key);
      await sees(page, 'Waiting for your first request…');
    },
  },
  { name: 'key-page-restrictions', open: (page) => keyPage(page, 'Save Restrictions', 'restrictions') },
  { name: 'key-page-code', open: (page) => keyPage(page, 'curl', 'code') },
  { name: 'key-page-history', open: (page) => keyPage(page, 'Key Created', 'history') },
  {
    name: 'key-page-unknown',
    open: async (page) => {
      await oneKey(page);
      await page.goto(`/dashboard/keys/${crypto.randomUUID()}`);
      await sees(page, 'This key does not exist');
    },
  },
];
