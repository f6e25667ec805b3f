// The list that greets a new account on the keys tab.
import { expectAccessible } from '../support/accessibility.ts';
import { openDashboard } from '../support/accounts.ts';
import { button, card, createButton, enterName, toast } from '../support/keys.ts';
import { expect, test } from '../support/test.ts';
import { passTimeUntil } from '../support/time.ts';

test('the first steps give a line to paste, notice the call, and stay away until they are brought back', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const account = await openDashboard(page);
  const steps = page.getByRole('region', { name: 'First steps' });
  await expect(steps).toContainText('1 of 5 done');
  await expectAccessible(page);
  await expect(steps).toContainText('Make your first call, to do');
  await expect(page.getByText('No sandbox keys found', { exact: true })).toBeVisible();
  await expect(createButton(page)).toHaveCount(1);

  await createButton(page).click();
  await enterName(page, 'checkout-web');
  await expect(steps).toContainText('Create a sandbox key, done');
  await expect(steps.getByText(/^\$curl .*\/v1\/balance .*blst_test_•/)).toBeVisible();
  await steps.getByRole('button', { name: 'Copy first-call command' }).click();
  await expect(steps.getByRole('button', { name: 'Copied first-call command' })).toBeVisible();
  const line = await page.evaluate(() => navigator.clipboard.readText());
  const [, address = '', key = ''] =
    /^curl --fail-with-body (\S+) --header "Authorization: Bearer (\S+)"$/.exec(line) ?? [];
  expect((await fetch(address, { headers: { authorization: `Bearer ${key}` } })).status).toBe(200);

  await passTimeUntil(page, steps.getByText('Make your first call, done', { exact: true }));
  await expect(toast(page, 'Your first call arrived')).toBeVisible();
  await expect(steps).toContainText('3 of 5 done');
  // The card of the key tells the same, without being asked. How long ago it was is up to the clock of the page, which has moved.
  await expect(card(page, 'checkout-web')).toContainText('Requests, 24 h1');
  await expect(card(page, 'checkout-web')).toContainText(/Last used\w{3} \d+, \d{4}/);

  await steps.getByRole('button', { name: 'Open the faucet' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Coin Faucet' })).toBeVisible();
  await page.getByRole('navigation', { name: 'Primary' }).getByRole('link', { name: 'API Keys' }).click();
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT');
  await button(page, 'Dismiss first steps').click();
  await expect(steps).toHaveCount(0);
  await expect(page.getByRole('main')).toBeFocused();
  expect((await saved).status()).toBe(200);

  // Another visit, with nothing in the browser that could remember it.
  await page.evaluate(() => localStorage.removeItem('dashboardTab'));
  const answer = page.waitForResponse(/\/api\/users\/first-steps$/);
  await openDashboard(page, account);
  expect((await (await answer).json()).shown).toBe(false);
  await expect(steps).toHaveCount(0);

  await page.getByRole('button', { name: 'Command menu' }).click();
  await page.getByRole('option', { name: 'Show the first steps again' }).click();
  await expect(steps).toContainText('3 of 5 done');
});
