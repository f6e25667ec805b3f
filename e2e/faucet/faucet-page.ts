// The Coin Faucet tab, opened by a developer for whom this has happened.
import { type Faucet, getFaucet, getTransfer, requestTokens, type Transfer } from '@ballast/contract/faucet';
import { expect, type Page } from '@playwright/test';
import { type Account, verifiedAccount } from '../support/accounts.ts';
import { openTab } from '../support/open-tab.ts';

export const receiver = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
export const statusCall = '**/api/faucet/status';

export const openFaucet = (page: Page, account?: Account) =>
  openTab(page, { tab: 'faucet', heading: 'Coin Faucet' }, account);

export const commands = (page: Page) => page.getByRole('main').locator('ol code');

export const transfers = (page: Page) =>
  page.getByRole('list', { name: 'Recent transfers' }).getByRole('listitem');

export const fact = (page: Page, label: string) =>
  page
    .getByRole('complementary', { name: 'Faucet terms' })
    .locator('dl > div')
    .filter({ has: page.getByText(label, { exact: true }) })
    .locator('dd');

// The command line asks like this.
export const requestAs = async (account: Account, address?: string) => {
  const { call } = account;
  const { id } = await call(requestTokens, { body: address ? { address } : {} });
  const status = async () => (await call(getTransfer, { params: { id } })).status;
  await expect.poll(status, { intervals: [50] }).toBe('COMPLETED');
};

const makeAccountWithTokens = async (address?: string) => {
  const account = await verifiedAccount();
  await requestAs(account, address);
  return account;
};

const shared = new Map<string | undefined, Promise<Account>>();
// All tests of a worker share one, because they only look at what it got.
export const accountWithTokens = (address?: string) => {
  const account = shared.get(address) ?? makeAccountWithTokens(address);
  shared.set(address, account);
  return account;
};

// The server's own answer, changed: the ledger never fails a transfer, and a day is long.
export const answerStatus = async (
  page: Page,
  account: Account,
  change: (faucet: Faucet) => Partial<Faucet>,
) => {
  const faucet = await account.call(getFaucet);
  await page.route(statusCall, (route) => route.fulfill({ json: { ...faucet, ...change(faucet) } }));
};

export const showTransfers = (page: Page, account: Account, changes: Partial<Transfer>[]) =>
  answerStatus(page, account, ({ transfers: [real] }) => {
    if (!real) throw new Error('the account has no transfer');
    return { transfers: changes.map((change, index) => ({ ...real, id: `${index}`, ...change })) };
  });
