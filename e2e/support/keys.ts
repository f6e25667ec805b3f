// Keys made through the API, for tests whose subject is what a person then does with them.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import * as contract from '@ballast/contract/keys/api-keys';
import { updateProfile } from '@ballast/contract/profile';
import { root } from '@ballast/harness/portal';
import { expect, type Page } from '@playwright/test';
import { type Account, storeSession, verifiedAccount } from './accounts.ts';

export const completeProfile = async (account: Account) => {
  const body = { companySize: 'SOLO_DEVELOPER', useCase: 'GAMING' } as const;
  account.user = await account.call(updateProfile, { body });
};

export const createKeys = async (account: Account, names: string[], environment: contract.Environment) => {
  const { call } = account;
  const keys: contract.ApiKey[] = [];
  for (const name of names) keys.push(await call(contract.createKey, { body: { name, environment } }));
  return keys;
};

// Opens the keys of an environment in which these were created, the last one newest and so on top.
export const openKeys = async (
  page: Page,
  names: string[] = [],
  environment: contract.Environment = 'SANDBOX',
) => {
  const account = await verifiedAccount();
  if (environment === 'PRODUCTION') await completeProfile(account);
  const keys = await createKeys(account, names, environment);
  await storeSession(page, account);
  await page.evaluate(
    (name) => localStorage.setItem('dashboardEnvironment', name),
    environment.toLowerCase(),
  );
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1, name: 'API Keys' })).toBeVisible();
  return { account, keys };
};

export const createButton = (page: Page) => page.getByRole('button', { name: 'Create New Key' });
export const cards = (page: Page) => page.getByRole('list', { name: 'API keys' }).getByRole('listitem');
export const card = (page: Page, name: string) =>
  cards(page).filter({ has: page.getByRole('heading', { name, exact: true }) });
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
// The dialog gives the focus to its field a frame after it opened: what is typed before that goes to the button behind.
export const enterName = async (page: Page, name: string) => {
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
};
export const toast = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Notifications' }).getByText(text, { exact: true });

// The table that many keys have.
export const rows = (page: Page) =>
  page
    .getByRole('table', { name: 'API keys' })
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') });
export const row = (page: Page, name: string) =>
  rows(page).filter({ has: page.getByRole('link', { name, exact: true }) });

// Many keys as cards, as somebody wanted them who was here before.
export const rememberCards = (page: Page) =>
  page.addInitScript(() => localStorage.setItem('keysDensity', 'cards'));

// Holds back the answers to matching calls until it is released.
export const holdCalls = async (page: Page, address: string, method: string) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(address, async (route) => {
    if (route.request().method() === method) await released;
    await route.continue();
  });
  return release;
};

const internalError = {
  code: 'internal',
  message: 'Something went wrong on our side. Try again.',
  fields: {},
};

// The server fails at matching calls, with words of its own or without.
export const failCalls = (
  page: Page,
  address: string,
  method: string,
  answer?: { status: number; message: string },
) =>
  page.route(address, (route) => {
    if (route.request().method() !== method) return route.continue();
    const json = answer ? { code: 'conflict', message: answer.message, fields: {} } : internalError;
    return route.fulfill({ status: answer?.status ?? 500, json });
  });

// As when the person comes back to the tab from another one.
export const comeBack = (page: Page) =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));

// The provider's team sits at its own terminal.
export const operator = (...words: string[]) =>
  promisify(execFile)(process.execPath, ['apps/api/dist/operator.js', ...words], {
    cwd: root,
    env: { ...process.env, DATA_DIR: process.env.PORTAL_DATA_DIR },
  });
