import { rotateKey, updateKey } from '@ballast/contract/keys/api-keys';
import { requestRateLimit } from '@ballast/contract/keys/rate-limit-requests';
import { expect, type Page } from '@playwright/test';
import { verifiedAccount } from '../../support/accounts.ts';
import { openKeyPage, sendRequests, untilCounted } from '../../support/key-page.ts';
import { button, createKeys, failCalls, openKeys, row } from '../../support/keys.ts';
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

const manyNames = [
  ...['night-job', 'till', 'refunds', 'checkout-web', 'ledger-sync', 'payouts-eu', 'payouts-us'],
  ...['fraud-review', 'mobile-app', 'reconciliation-worker'],
];

// Some are used, one is about to expire, one is being reviewed and one was rotated.
const manyKeys = async (page: Page) => {
  const { account, keys } = await openKeys(page, manyNames);
  const [job, till, refunds, checkout] = keys;
  if (!job || !till || !refunds || !checkout) throw new Error('no keys');
  await sendRequests({ value: checkout.key, times: 5 });
  await sendRequests({ value: job.key, times: 2 });
  await untilCounted(account, checkout, 5);
  const expiresAt = new Date(Date.now() + 5 * 24 * 3600 * 1000).toISOString();
  await account.call(updateKey, { params: { id: refunds.id }, body: { expiresAt } });
  const body = { requestedLimit: 120, reason: 'Flash sales on Fridays bring peaks.' };
  await account.call(requestRateLimit, { params: { id: till.id }, body });
  await account.call(rotateKey, { params: { id: job.id }, body: { graceSeconds: 86400 } });
  await page.reload();
  await expect(row(page, 'till')).toContainText('Under review');
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
    name: 'keys-table',
    open: async (page) => {
      await manyKeys(page);
      await button(page, 'Actions for checkout-web').click();
    },
  },
  {
    name: 'keys-table-selecting',
    open: async (page) => {
      await manyKeys(page);
      await button(page, 'Select').click();
      await page.getByRole('checkbox', { name: 'Select till' }).check();
    },
  },
  {
    name: 'keys-undo',
    open: async (page) => {
      await dialog('Delete till')(page);
      await button(page, 'Delete Key').click();
      await sees(page, 'Undo');
    },
  },
  {
    name: 'shortcuts',
    wide: true,
    open: async (page) => {
      await withKeys(page);
      await page.keyboard.press('?');
      await sees(page, 'Open the command menu');
    },
  },
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
      await sees(page, 'This key doesn’t exist');
    },
  },
];
