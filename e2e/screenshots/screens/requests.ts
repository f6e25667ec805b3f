import { createKey } from '@ballast/contract/keys/api-keys';
import type { Page } from '@playwright/test';
import { verifiedAccount } from '../../support/accounts.ts';
import { openKeyPage, sendRequests } from '../../support/key-page.ts';
import { button, createKeys, failCalls } from '../../support/keys.ts';
import {
  described,
  flood,
  office,
  openRequests,
  panel,
  rows,
  untilWritten,
  usedKey,
} from '../../support/requests.ts';
import { failed, longName, type Screen, sees, waiting } from './opening.ts';

const calls = '**/api/requests?*';

const withRequests = async (page: Page, search = '') => {
  const { account, key } = await usedKey();
  await flood(key, 60);
  await untilWritten(account, 64);
  await openRequests(page, account, search);
  return { account, key };
};

const openRow = async (page: Page, search: string) => {
  await withRequests(page, search);
  await rows(page).nth(1).getByRole('link').click();
  await panel(page).getByRole('region', { name: 'What to do' }).waitFor();
};

export const requests: Screen[] = [
  { name: 'requests', open: (page) => withRequests(page) },
  { name: 'requests-filters', open: (page) => withRequests(page, '?outcome=blocked&address=203.0.113.9') },
  {
    name: 'requests-groups',
    open: async (page) => {
      await withRequests(page, '?view=groups');
      await page.getByRole('button', { name: /Over the rate limit/ }).click();
      await page.getByRole('table', { name: /^Over the rate limit/ }).waitFor();
    },
  },
  { name: 'requests-open-limited', open: (page) => openRow(page, '?outcome=limited') },
  { name: 'requests-open-network', open: (page) => openRow(page, '?reason=address_not_allowed') },
  {
    name: 'requests-unknown',
    open: async (page) => {
      await withRequests(page, `?request=${crypto.randomUUID()}`);
      await sees(page, 'This request doesn’t exist');
    },
  },
  {
    name: 'requests-empty',
    open: async (page) => {
      const account = await verifiedAccount();
      await createKeys(account, ['checkout-web'], 'SANDBOX');
      await openRequests(page, account);
      await sees(page, 'Waiting for your first request…');
    },
  },
  {
    name: 'requests-no-key',
    open: async (page) => {
      await openRequests(page, await verifiedAccount());
      await sees(page, 'No requests yet');
    },
  },
  {
    name: 'requests-no-match',
    open: async (page) => {
      await withRequests(page, '?path=/v2');
      await sees(page, 'No requests match your filters');
    },
  },
  {
    name: 'requests-cleared',
    open: async (page) => {
      await withRequests(page);
      await button(page, 'Clear').click();
      await sees(page, 'List cleared');
    },
  },
  {
    name: 'requests-loading',
    open: waiting(calls, async (page) => {
      await openRequests(page, await verifiedAccount());
      await sees(page, 'Loading requests...');
    }),
  },
  {
    name: 'requests-error',
    open: async (page) => {
      await failCalls(page, calls, 'GET');
      await openRequests(page, await verifiedAccount());
      await failed(page);
    },
  },
  {
    name: 'requests-long-text',
    open: async (page) => {
      const account = await verifiedAccount();
      const key = await account.call(createKey, { body: { name: longName, environment: 'SANDBOX' } });
      const headers = {
        ...office,
        ...described('DELETE', `/v1/payments/${'pay_82410000'.repeat(20)}`, `gw-${'8241-'.repeat(20)}`),
        'x-forwarded-for': '2001:db8:1234:5678:9abc:def0:1234:5678',
        'user-agent': `acme-node/1.4 ${'(compatible; checkout of the northern branch) '.repeat(4)}`,
      };
      await sendRequests({ value: key.key, headers });
      await untilWritten(account, 1);
      await openRequests(page, account);
      await rows(page).nth(1).getByRole('link').click();
      await sees(page, 'Link to this request');
    },
  },
  {
    name: 'key-page-requests',
    open: async (page) => {
      const { account, key } = await usedKey();
      await openKeyPage(page, account, key, 'requests');
      await sees(page, '/v1/balance');
    },
  },
];
