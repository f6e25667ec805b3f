// The page of one key.
import type { ApiKey } from '@ballast/contract/keys/api-keys';
import { getKeyUsage, requestsOf } from '@ballast/contract/keys/key-usage';
import { expect, type Page } from '@playwright/test';
import { type Account, storeSession } from './accounts.ts';
import { portalUrl } from './portals/portal-under-test.ts';

export const keyTitle = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true });
export const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

export const keyAddress = ({ id }: Pick<ApiKey, 'id'>, tab?: string) =>
  `/dashboard/keys/${id}${tab ? `?section=${tab}` : ''}`;

export const openKeyPage = async (page: Page, account: Account, key: ApiKey, tab?: string) => {
  await storeSession(page, account);
  await page.goto(keyAddress(key, tab));
  await expect(keyTitle(page, key.name)).toBeVisible();
};

type Sent = { value: string; times?: number; headers?: Record<string, string>; scope?: string };

// A gateway asks, one request after the other, and tells what it was answered.
export const sendRequests = async ({ value, times = 1, headers = {}, scope }: Sent) => {
  const address = `${portalUrl}/v1/key-check${scope ? `?scope=${scope}` : ''}`;
  const statuses: number[] = [];
  for (let sent = 0; sent < times; sent += 1) {
    const answer = await fetch(address, { headers: { authorization: `Bearer ${value}`, ...headers } });
    statuses.push(answer.status);
    await answer.arrayBuffer();
  }
  return statuses;
};

// Counts are written together, some seconds after the requests.
export const untilCounted = (account: Account, { id }: ApiKey, requests: number) =>
  expect
    .poll(async () => requestsOf((await account.call(getKeyUsage, { params: { id }, query: {} })).total))
    .toBe(requests);
