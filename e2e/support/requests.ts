// Requests with a key, as a gateway would tell of them, and the screen that shows them.
import { type ApiKey, createKey, rotateKey } from '@ballast/contract/keys/api-keys';
import { listRequests } from '@ballast/contract/requests/requests';
import { expect, type Page } from '@playwright/test';
import { type Account, storeSession, verifiedAccount } from './accounts.ts';
import { sendRequests } from './key-page.ts';

export const office = { 'x-forwarded-for': '203.0.113.9', 'user-agent': 'checkout/1.4' };
export const elsewhere = { 'x-forwarded-for': '198.51.100.7', 'user-agent': 'curl/8.5' };

export const described = (method: string, uri: string, id?: string) => ({
  'x-original-method': method,
  'x-original-uri': uri,
  ...(id ? { 'x-request-id': id } : {}),
});

export const rows = (page: Page) => page.getByRole('table', { name: 'Requests' }).getByRole('row');
export const panel = (page: Page) => page.getByRole('dialog', { name: 'Request', exact: true });

// Rows are written together, a second or two after the requests.
export const untilWritten = (account: Account, count: number) =>
  expect
    .poll(async () =>
      (await account.call(listRequests, { query: { limit: 200 } })).reduce(
        (sum, { weight }) => sum + weight,
        0,
      ),
    )
    .toBe(count);

export const openRequests = async (page: Page, account: Account, search = '') => {
  await storeSession(page, account);
  await page.goto(`/dashboard/requests${search}`);
  // A request that is open hides it from assistive technology.
  const title = page.getByRole('heading', { level: 1, name: 'Requests', includeHidden: true });
  await expect(title).toBeVisible();
};

// One of each that a developer meets: allowed, without a scope, from another network, with the old key, and too many.
export const usedKey = async (): Promise<{ account: Account; key: ApiKey }> => {
  const account = await verifiedAccount();
  const created = await account.call(createKey, {
    body: {
      name: 'checkout-web',
      environment: 'SANDBOX',
      scopes: ['payments:read'],
      allowedNetworks: ['203.0.113.0/24'],
    },
  });
  const key = await account.call(rotateKey, { params: { id: created.id } });
  const { key: value } = key;
  const send = (headers: Record<string, string>, scope = 'payments:read', sent = value) =>
    sendRequests({ value: sent, headers, scope });
  expect(await send({ ...office, ...described('GET', '/v1/payments/pay_8241') })).toEqual([200]);
  const payment = described('POST', '/v1/payments?token=secret', 'gw-lacks-scope');
  expect(await send({ ...office, ...payment }, 'payments:write')).toEqual([403]);
  expect(await send({ ...elsewhere, ...described('GET', '/v1/balance', 'gw-elsewhere') })).toEqual([403]);
  expect(await send({ ...office, 'x-request-id': 'gw-old-key' }, 'payments:read', created.key)).toEqual([
    401,
  ]);
  await untilWritten(account, 4);
  return { account, key };
};

// More than the three a second that a new key may make, all at once.
export const flood = async ({ key: value }: ApiKey, times: number) => {
  const sent = Array.from({ length: times }, () =>
    sendRequests({
      value,
      headers: { ...office, ...described('GET', '/v1/payments') },
      scope: 'payments:read',
    }),
  );
  const answers = (await Promise.all(sent)).flat();
  return { limited: answers.filter((status) => status === 429).length };
};
