import { requestRateLimit } from '@ballast/contract/keys/rate-limit-requests';
import { expectAccessible } from '../support/accessibility.ts';
import {
  logInAs,
  openDashboard,
  sharedAccount,
  signUpUnverified,
  storeSession,
  verifiedAccount,
} from '../support/accounts.ts';
import { createKeys, failCalls, holdCalls, operator } from '../support/keys.ts';
import { expect, test } from '../support/test.ts';

const reason = 'Flash sales on Fridays bring peaks of 100 requests per second.';
const requests = '**/api/rate-limit-requests';

test('a visitor finds how to reach the provider and the documentation, and no requests', async ({ page }) => {
  await page.goto('/support');
  await expect(page.getByRole('heading', { level: 1, name: 'Support' })).toBeVisible();
  await expect(page).toHaveTitle('Support · Ballast');
  await expect(page.getByRole('link', { name: /@/ })).toHaveAttribute('href', /^mailto:\S+@\S+$/);
  await expect(page.getByRole('link', { name: /^Open the documentation/ })).toHaveAttribute(
    'href',
    /\/docs$/,
  );
  await expect(page.getByText('Rate limit requests')).toHaveCount(0);
  await page.getByRole('button', { name: 'Back to Sign In' }).click();
  await expect(page).toHaveURL('/auth');
});

test('the sidebar leads to the support page, which leads back', async ({ page }) => {
  await openDashboard(page, await sharedAccount());
  await page.getByRole('navigation', { name: 'Primary' }).getByRole('link', { name: 'Support' }).click();
  await expect(page).toHaveURL('/support');
  await expect(page.getByText('No requests yet')).toBeVisible();
  await page.getByRole('button', { name: 'Back to Dashboard' }).click();
  await expect(page).toHaveURL('/dashboard');
});

test('every request shows how it stands, with the reviewer’s note', async ({ page }) => {
  const account = await verifiedAccount();
  const keys = await createKeys(account, ['denied-key', 'approved-key', 'pending-key'], 'SANDBOX');
  const ids: string[] = [];
  for (const { id } of keys) {
    const body = { requestedLimit: 120, reason };
    ids.push((await account.call(requestRateLimit, { params: { id }, body })).request.id);
  }
  await operator('requests', 'deny', ids[0] ?? '', '--note', 'Please batch your calls first.');
  await operator('requests', 'approve', ids[1] ?? '', '--note', 'Good luck on Friday.');
  await storeSession(page, account);
  await page.goto('/support');

  const list = page.getByRole('list', { name: 'Rate limit requests' }).getByRole('listitem');
  await expect(list).toHaveCount(3);
  await expect(page.getByText('Our team reviews requests in 24-48 hours.')).toBeVisible();
  for (const [index, texts] of [
    ['pending-key', 'Under review'],
    ['approved-key', 'Approved', 'Good luck on Friday.', 'Decided'],
    ['denied-key', 'Denied', 'Please batch your calls first.', 'Decided'],
  ].entries()) {
    for (const text of [...texts, 'Sandbox', '3to120 req/sec', 'Requested']) {
      await expect(list.nth(index)).toContainText(text);
    }
  }
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(viewport);
    await expectAccessible(page);
  }
});

test('a request of which a part was approved shows the part', async ({ page }) => {
  const account = await verifiedAccount();
  const [key] = await createKeys(account, ['checkout'], 'SANDBOX');
  const params = { id: key?.id ?? '' };
  const { request } = await account.call(requestRateLimit, { params, body: { requestedLimit: 120, reason } });
  await operator('requests', 'approve', request.id, '--limit', '20');
  await storeSession(page, account);
  await page.goto('/support');
  const item = page.getByRole('list', { name: 'Rate limit requests' }).getByRole('listitem');
  for (const text of ['Approved', '3to20 req/sec', 'Requested 120 on'])
    await expect(item).toContainText(text);
});

test('requests that load slowly or not at all are told, and can be asked for again', {
  tag: '@matrix',
}, async ({ page }) => {
  await storeSession(page, await sharedAccount());
  const release = await holdCalls(page, requests, 'GET');
  await page.goto('/support');
  await expect(page.getByText('Loading rate limit requests...')).toBeVisible();
  await expectAccessible(page);
  release();
  await expect(page.getByText('No requests yet')).toBeVisible();
  await expectAccessible(page);

  await failCalls(page, requests, 'GET', { status: 409, message: 'Not now.' });
  await page.reload();
  const banner = page.getByRole('alert');
  await expect(banner).toContainText('Not now.');
  await expectAccessible(page);
  await page.unrouteAll();
  await banner.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('No requests yet')).toBeVisible();
});

test('whose address is not verified sees the ways to reach us, and no requests', { tag: '@matrix' }, async ({
  page,
}) => {
  await storeSession(page, await logInAs(await signUpUnverified()));
  await page.goto('/support');
  await expect(page.getByRole('heading', { level: 1, name: 'Support' })).toBeVisible();
  await expect(page.getByText('Rate limit requests')).toHaveCount(0);
});
