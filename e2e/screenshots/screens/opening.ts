// Opens the screens as a person would, and waits for a text of each.
import { expect, type Page } from '@playwright/test';
import { type Account, verifiedAccount } from '../../support/accounts.ts';
import { holdCalls, openKeys } from '../../support/keys.ts';
import { openTab } from '../../support/open-tab.ts';
import { passTimeUntil } from '../../support/time.ts';

// `wide` is a screen that a narrow window has not.
export type Screen = { name: string; open: (page: Page) => Promise<unknown>; wide?: boolean };

export const longName =
  'checkout-server-of-the-northern-branch-with-a-name-as-long-as-a-name-may-be-in-this-portal-01234567';

export const sees = (page: Page, text: string | RegExp) => expect(page.getByText(text).first()).toBeVisible();

// A call that fails is tried again a few times first.
export const failed = (page: Page) =>
  passTimeUntil(page, page.getByRole('button', { name: /^(Retry|Try again)$/i }).first());

export const at =
  (path: string, text: string | RegExp): Screen['open'] =>
  async (page) => {
    await page.goto(path);
    await sees(page, text);
  };

export const withKeys = async (page: Page, names = ['checkout-web', 'till', 'night-job']) => {
  const opened = await openKeys(page, names);
  await sees(page, names.at(-1) ?? '');
  await sees(page, 'First steps');
  return opened;
};

type Tab = { tab: string; heading: string };

export const ownTab = async (page: Page, place: Tab, text: string, account?: Account) => {
  await openTab(page, place, account ?? (await verifiedAccount()));
  await sees(page, text);
};

// The same screen while the answer is awaited.
export const waiting =
  (address: string, open: Screen['open']): Screen['open'] =>
  async (page) => {
    await holdCalls(page, address, 'GET');
    await open(page);
  };

// From here on no call gets through.
export const goOffline = (page: Page) => page.route('**/api/**', (route) => route.abort());
