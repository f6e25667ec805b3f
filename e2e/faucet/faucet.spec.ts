// What the Coin Faucet tab tells and lets one copy.
import { verifiedAccount } from '../support/accounts.ts';
import { button, toast } from '../support/keys.ts';
import { expectNoSidewaysScroll } from '../support/layout.ts';
import { openTab } from '../support/open-tab.ts';
import { expect, test } from '../support/test.ts';
import { passTime } from '../support/time.ts';
import {
  accountWithTokens,
  answerStatus,
  commands,
  fact,
  openFaucet,
  receiver,
  requestAs,
  statusCall,
  transfers,
} from './faucet-page.ts';

const quickStart = (portal: string) => [
  `npm install -g ${portal}/cli/ballast.tgz`,
  'ballast --version',
  'ballast keys create',
  `ballast login --portal ${portal}`,
  'ballast faucet',
];

test('the quick start is five commands with the portal’s own address', async ({ page, baseURL }) => {
  await openFaucet(page);
  await expect(page).toHaveTitle('Coin Faucet · Ballast');
  await expect(page.getByText('The faucet works only in sandbox.')).toBeVisible();
  await expect(commands(page)).toHaveText(quickStart(baseURL ?? ''));
  await expect(page.getByRole('heading', { level: 3 })).toHaveText([
    'Install the CLI',
    'Verify the installation',
    'Create a key',
    'Log in to the portal',
    'Request tokens',
  ]);
  await expect(page.getByText('Already signed in from step 3? Skip this.')).toBeVisible();
  await expect(fact(page, 'Amount')).toHaveText('10 tokens per request');
  await expect(fact(page, 'Frequency')).toHaveText('Once every 24 hours');
  await expect(fact(page, 'Environment')).toHaveText('Sandbox only');
  await expect(page.getByRole('link', { name: 'Read the CLI docs' })).toHaveAttribute('href', '/docs/cli');
});

test('each command is copied as it stands', async ({ page, context, baseURL }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openFaucet(page);
  for (const command of quickStart(baseURL ?? '')) {
    await button(page, `Copy command ${command}`).click();
    await expect(button(page, `Copied command ${command}`)).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(command);
  }
  await expect(toast(page, 'Copied to clipboard').first()).toBeVisible();
});

test('a copied command says so for two seconds', { tag: '@matrix' }, async ({ page }) => {
  await openFaucet(page);
  await button(page, 'Copy command ballast --version').click();
  await expect(button(page, 'Copied command ballast --version')).toBeVisible();
  await passTime(page, 1999);
  await expect(button(page, 'Copied command ballast --version')).toBeVisible();
  await passTime(page, 1);
  await expect(button(page, 'Copy command ballast --version')).toBeVisible();
});

test('whoever never asked may ask now, and sees no transfers', async ({ page }) => {
  await openFaucet(page);
  await expect(fact(page, 'Next request')).toHaveText('Available now');
  await expect(fact(page, 'Sandbox balance')).toHaveText('0 BLST');
  await expect(page.getByRole('heading', { name: 'No transfers yet' })).toBeVisible();
});

test('tokens that are requested in a terminal show up by themselves', async ({ page }) => {
  const account = await openFaucet(page, await verifiedAccount());
  await expect(page.getByRole('heading', { name: 'No transfers yet' })).toBeVisible();
  await requestAs(account);
  await passTime(page, 15_000);
  await expect(transfers(page)).toHaveCount(1);
  await expect(transfers(page)).toContainText(['10 BLST']);
  await expect(transfers(page)).toContainText(['To your sandbox balance']);
  await expect(transfers(page)).toContainText(['Completed']);
  await expect(fact(page, 'Sandbox balance')).toHaveText('10 BLST');
  await expect(fact(page, 'Next request')).toContainText('In 24 hours');
});

test('a transfer shows its address shortened, and copies all of it', { tag: '@matrix' }, async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openFaucet(page, await accountWithTokens(receiver));
  await expect(transfers(page)).toContainText(['0x5aA…eAed']);
  await button(page, 'Copy address 0x5aA…eAed').click();
  await expect(toast(page, 'Copied to clipboard')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(receiver);
});

test('the time until the next request counts down, and then it is available', async ({ page }) => {
  const account = await accountWithTokens();
  const nextClaimAt = new Date(Date.now() + 179_000).toISOString();
  await answerStatus(page, account, () => ({ nextClaimAt }));
  await openFaucet(page, account);
  await expect(fact(page, 'Next request')).toContainText('In 3 minutes');
  await passTime(page, 60_000);
  await expect(fact(page, 'Next request')).toContainText('In 2 minutes');
  await page.unroute(statusCall);
  await answerStatus(page, account, () => ({ available: true, nextClaimAt: null }));
  await passTime(page, 120_000);
  await expect(fact(page, 'Next request')).toHaveText('Available now');
});

test('the log tells of the request and of the tokens', { tag: '@matrix' }, async ({ page }) => {
  const account = await accountWithTokens(receiver);
  await openTab(page, { tab: 'activity', heading: 'Activity' }, account);
  const row = (text: string) => page.getByRole('row').filter({ hasText: text });
  await expect(row('Faucet Request Success')).toContainText('10 tokens sent to 0x5aA…eAed');
  await expect(row('10 tokens to 0x5aA…eAed')).toContainText('Faucet Request');
});

test('it fits on every screen', { tag: '@matrix' }, async ({ page }) => {
  await openFaucet(page, await accountWithTokens(receiver));
  await expect(transfers(page)).toHaveCount(1);
  await expectNoSidewaysScroll(page);
});

test('a button requests tokens without a terminal, once a day', async ({ page }) => {
  await openFaucet(page, await verifiedAccount());
  const request = button(page, 'Request 10 Tokens');
  await request.click();
  await expect(toast(page, '10 test tokens requested')).toBeVisible();
  await expect(transfers(page)).toHaveCount(1);
  await expect(request).toBeDisabled();
});
