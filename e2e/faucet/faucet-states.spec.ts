// The faucet has states for loading, failing, waiting and ended sessions; long words, keyboard and access are tested
// too.
import { transferReasons } from '@ballast/contract/faucet';
import { newDeveloper } from '@ballast/harness/developer';
import { openRestartingPortal } from '@ballast/harness/restarting-portal';
import { expectAccessible } from '../support/accessibility.ts';
import { countCalls, storedValue } from '../support/browser.ts';
import { failCalls, holdCalls } from '../support/keys.ts';
import { expectNoSidewaysScroll } from '../support/layout.ts';
import { expect, test } from '../support/test.ts';
import { passTime, passTimeUntil } from '../support/time.ts';
import {
  accountWithTokens,
  commands,
  fact,
  openFaucet,
  receiver,
  showTransfers,
  statusCall,
  transfers,
} from './faucet-page.ts';

test('while it loads, the quick start is there already', async ({ page }) => {
  const release = await holdCalls(page, statusCall, 'GET');
  await openFaucet(page);
  await expect(page.getByText('Loading transfers...')).toBeVisible();
  await expect(commands(page)).toHaveCount(5);
  await expect(page.getByRole('heading', { name: 'No transfers yet' })).toHaveCount(0);
  release();
  await expect(page.getByRole('heading', { name: 'No transfers yet' })).toBeVisible();
  await expect(page.getByText('Loading transfers...')).toHaveCount(0);
});

test('a failure is said, leaves the quick start usable, and Retry asks again', { tag: '@matrix' }, async ({
  page,
}) => {
  await failCalls(page, statusCall, 'GET');
  await openFaucet(page);
  const banner = page.getByRole('alert');
  await passTimeUntil(page, banner);
  await expect(banner).toContainText('Failed to load the faucet');
  await expect(commands(page)).toHaveCount(5);
  await page.unroute(statusCall);
  await banner.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { name: 'No transfers yet' })).toBeVisible();
  await expect(banner).toHaveCount(0);
});

test('a 401 of the faucet says so and does not sign out', { tag: '@matrix' }, async ({ page }) => {
  const message = 'Your session has ended. Sign in again.';
  await page.route(statusCall, (route) =>
    route.fulfill({ status: 401, json: { code: 'unauthorized', message, fields: {} } }),
  );
  await openFaucet(page);
  await expect(page.getByRole('alert')).toContainText(message);
  await expect(page).toHaveURL(/\/dashboard$/);
  expect(await storedValue(page, 'authToken')).toBeTruthy();
  await page.getByRole('alert').getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL('/auth');
});

test('failed and waiting transfers say why', { tag: '@matrix' }, async ({ page }) => {
  const account = await accountWithTokens(receiver);
  await showTransfers(page, account, [
    { status: 'PENDING', reason: transferReasons.unreachable, settledAt: null },
    { status: 'SENT', reason: transferReasons.confirming, settledAt: null },
    { status: 'FAILED', reason: transferReasons.treasuryEmpty },
  ]);
  await openFaucet(page, account);
  await expect(transfers(page)).toHaveCount(3);
  await expect(transfers(page).nth(0)).toContainText('Pending');
  await expect(transfers(page).nth(0)).toContainText('Can’t reach the network.');
  await expect(transfers(page).nth(1)).toContainText('Sent');
  await expect(transfers(page).nth(2)).toContainText('Failed');
  await expect(transfers(page).nth(2)).toContainText('The faucet is empty.');
});

test('an open transfer is looked after until it is settled', async ({ page }) => {
  const account = await accountWithTokens();
  await showTransfers(page, account, [{ status: 'PENDING', reason: null, settledAt: null }]);
  const calls = countCalls(page, '/faucet/status');
  await openFaucet(page, account);
  await expect(transfers(page)).toContainText(['Pending']);
  const lookAfter = async () => {
    await passTime(page, 2000);
    return calls.count;
  };
  await expect.poll(lookAfter).toBeGreaterThan(2);
  await page.unroute(statusCall);
  await passTimeUntil(page, transfers(page).filter({ hasText: 'Completed' }));
  await expect(transfers(page)).toContainText(['Completed']);
});

test('on a network the command takes an address, and a claim waits in words while the node is away', {
  tag: '@matrix',
}, async ({ page }) => {
  const server = await openRestartingPortal({
    FAUCET_RPC_URL: 'http://127.0.0.1:9',
    FAUCET_TOKEN_ADDRESS: receiver,
    FAUCET_PRIVATE_KEY: `0x${'1'.repeat(64)}`,
    BRAND_NAME: 'Ballast',
    TOKEN_SYMBOL: 'A-token-with-a-name-that-nobody-thought-would-ever-be-so-long',
  });
  try {
    const { user, session } = await newDeveloper(server.url);
    await page.goto(`${server.url}/robots.txt`);
    await page.evaluate(
      ({ user, session }) => {
        localStorage.setItem('keptSession', JSON.stringify(session));
        localStorage.setItem('userData', JSON.stringify(user));
        localStorage.setItem('authMethod', user.authMethod);
        localStorage.setItem('userEmail', user.email);
        localStorage.setItem('authToken', session.access_token);
        localStorage.setItem('dashboardTab', 'faucet');
      },
      { user, session },
    );
    await fetch(`${server.url}/api/faucet/requests`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${session.access_token}` },
      body: JSON.stringify({ address: receiver }),
    });
    await page.goto(`${server.url}/dashboard`);
    await expect(commands(page).last()).toHaveText('ballast faucet --to ADDRESS');
    await passTimeUntil(page, transfers(page).filter({ hasText: transferReasons.unreachable }));
    await expect(transfers(page)).toContainText([transferReasons.unreachable]);
    await expect(transfers(page)).toContainText(['Pending']);
    await expect(fact(page, 'Sandbox balance')).toHaveCount(0);
    await expectNoSidewaysScroll(page);
  } finally {
    await server.close();
  }
});

test('everything is reached and copied with the keyboard alone', { tag: '@matrix' }, async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openFaucet(page, await accountWithTokens(receiver));
  await expect(transfers(page)).toHaveCount(1);
  await page.getByRole('main').focus();
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
  for (const command of await commands(page).allInnerTexts()) {
    // The command itself, because it may have to be scrolled, then its button.
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    expect(await focused()).toBe(`Copy command ${command}`);
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(command);
  }
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Read the CLI docs' })).toBeFocused();
  await page.keyboard.press('Tab');
  expect(await focused()).toBe('Copy address 0x5aA…eAed');
});

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]) {
  test(`the faucet is accessible at ${viewport.width} px, empty and with transfers`, {
    tag: '@matrix',
  }, async ({ page }) => {
    await page.setViewportSize(viewport);
    await openFaucet(page);
    await expect(page.getByRole('heading', { name: 'No transfers yet' })).toBeVisible();
    await expectAccessible(page);

    const account = await accountWithTokens(receiver);
    await showTransfers(page, account, [
      { status: 'SENT', reason: transferReasons.confirming, settledAt: null },
      { status: 'FAILED', reason: transferReasons.reverted },
      { address: null },
    ]);
    await openFaucet(page, account);
    await expect(transfers(page)).toHaveCount(3);
    await expectAccessible(page);
  });
}
