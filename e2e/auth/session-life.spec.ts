// Sessions in real life: sleep, wrong clocks, outages, restarts, several tabs and browsers that were signed out elsewhere.
import { forgotPassword } from '@ballast/contract/auth/auth';
import { issueToken } from '@ballast/contract/auth/session';
import { listSessions } from '@ballast/contract/auth/session-list';
import { newDeveloper } from '@ballast/harness/developer';
import { mailedLink } from '@ballast/harness/mailbox';
import { openRestartingPortal } from '@ballast/harness/restarting-portal';
import type { Page } from '@playwright/test';
import { logInAs, openDashboard, password, storeSession, verifiedAccount } from '../support/accounts.ts';
import { expect, test } from '../support/another-browser.ts';
import { countCalls, expectOneToken, storedUser, storedValue } from '../support/browser.ts';
import { fillSignIn, openSignIn } from '../support/sign-in-page.ts';
import { passTime, passTimeUntil, sleep } from '../support/time.ts';

const hour = 3_600_000;
const heading = (page: Page, name = 'API Keys') => page.getByRole('heading', { level: 1, name });

const signInByForm = async (page: Page) => {
  const { email, user } = await verifiedAccount();
  await openSignIn(page);
  await fillSignIn(page, email, password);
  await expect(heading(page)).toBeVisible();
  return { email, user };
};

const openSettings = (page: Page) =>
  page.getByRole('navigation', { name: 'Primary' }).getByRole('link', { name: 'Settings' }).click();
const openSecurity = async (page: Page) => {
  await openSettings(page);
  await page.getByRole('tab', { name: 'Security' }).click();
};

const sessionList = (page: Page) => page.getByText('This browser', { exact: true });
const expectSessionList = (page: Page) => expect(sessionList(page)).toBeVisible();

const retry = (page: Page) =>
  page.getByRole('region', { name: 'Sessions' }).getByRole('button', { name: 'Retry' }).click();

test('a tab left open refreshes its session before it ends', async ({ page }) => {
  await page.clock.install();
  await signInByForm(page);
  const before = await storedValue(page, 'authToken');
  await page.clock.fastForward(hour - 60_000);
  await expect.poll(() => storedValue(page, 'authToken')).not.toBe(before);
  await expectOneToken(page);
});

test('after a day asleep the next click works, with a token refreshed before it is used', {
  tag: '@matrix',
}, async ({ page }) => {
  await signInByForm(page);
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() === 401) refused.push(response.url());
  });
  await sleep(page, 24 * hour);
  await openSecurity(page);
  await expectSessionList(page);
  expect(refused).toEqual([]);
});

for (const { words, minutes } of [
  { words: 'behind', minutes: -5 },
  { words: 'ahead', minutes: 5 },
]) {
  test(`a clock five minutes ${words} neither ends a session nor refreshes it all the time`, {
    tag: '@matrix',
  }, async ({ page }) => {
    await page.clock.install({ time: Date.now() + minutes * 60_000 });
    const refreshes = countCalls(page, issueToken.path);
    await signInByForm(page);
    await openSecurity(page);
    await expectSessionList(page);
    await page.reload();
    await expectSessionList(page);
    expect(refreshes.count).toBe(0);
    const before = await storedValue(page, 'authToken');
    await page.clock.fastForward(hour);
    await expect.poll(() => storedValue(page, 'authToken')).not.toBe(before);
    await page.reload();
    await expectSessionList(page);
    // Only this clock has moved by an hour, not the server's: that much makes the library refresh twice.
    expect(refreshes.count).toBeLessThanOrEqual(2);
  });

  test(`a clock that is set five minutes ${words} while signed in ends nothing`, { tag: '@matrix' }, async ({
    page,
  }) => {
    await page.clock.install();
    const { user } = await signInByForm(page);
    await page.clock.setSystemTime(Date.now() + minutes * 60_000);
    await openSecurity(page);
    await expectSessionList(page);
    await page.reload();
    await expectSessionList(page);
    expect((await storedUser(page)).id).toBe(user.id);
  });
}

test('a refresh that meets an outage is tried again and signs nobody out', { tag: '@matrix' }, async ({
  page,
  context,
}) => {
  await signInByForm(page);
  const sent = countCalls(page, listSessions.path);
  await context.route('**/api/**', (route) => route.abort());
  await sleep(page, 24 * hour);
  await openSecurity(page);
  // What waits for a refresh gives up after 10 seconds, and the list asks three times.
  await passTimeUntil(page, page.getByText('Failed to load sessions'));
  expect(sent.count).toBe(0);
  await context.unroute('**/api/**');
  await retry(page);
  await passTimeUntil(page, sessionList(page));
});

test('a server that is too busy to refresh signs nobody out', { tag: '@matrix' }, async ({ page }) => {
  await signInByForm(page);
  let busy = 3;
  await page.route(`**/api${issueToken.path}?*`, (route) => {
    busy -= 1;
    return busy < 0 ? route.continue() : route.fulfill({ status: 503, json: { code: 'unavailable' } });
  });
  await sleep(page, 24 * hour);
  await openSecurity(page);
  await expectSessionList(page);
  // The session library may refresh twice when it wakes.
  expect(busy).toBeLessThan(0);
});

test('a long outage is over soon after the server is back, not a minute later', { tag: '@matrix' }, async ({
  page,
  context,
}) => {
  await signInByForm(page);
  await context.route('**/api/**', (route) => route.abort());
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('keptSession') ?? '{}');
    localStorage.setItem('keptSession', JSON.stringify({ ...session, expires_at: 1 }));
  });
  await openSecurity(page);
  // This takes half a minute, and the library's own tries end after 25 seconds. It would repeat their failure for a minute.
  await passTimeUntil(page, page.getByText('Failed to load sessions'));
  await context.unroute('**/api/**');
  await retry(page);
  expect(await passTimeUntil(page, sessionList(page))).toBeLessThanOrEqual(15);
});

test('a session outlives a restart of the server, and a newer reset link replaces the older', {
  tag: '@matrix',
}, async ({ anotherBrowser }) => {
  const server = await openRestartingPortal();
  try {
    const page = await anotherBrowser({ baseURL: server.url });
    const account = await newDeveloper(server.url);
    const resetLink = async (count: number) => {
      await account.call(forgotPassword, { body: { email: account.email } });
      return mailedLink(server.url, account.email, '/reset-password#', count);
    };
    const older = await resetLink(1);
    await storeSession(page, account);
    await page.goto('/dashboard');
    await expect(heading(page)).toBeVisible();

    await page.route(`**/api${listSessions.path}`, (route) => route.fulfill({ status: 404, json: {} }));
    await openSecurity(page);
    await expect(page.getByRole('region', { name: 'Sessions' }).getByRole('alert')).toBeVisible();
    await page.unroute(`**/api${listSessions.path}`);

    await server.stop();
    const failures: string[] = [];
    page.on('requestfailed', (request) => failures.push(request.url()));
    await retry(page);
    const tryAgain = async () => {
      await passTime(page, 1000);
      return failures.filter((url) => url.endsWith(listSessions.path)).length;
    };
    await expect.poll(tryAgain).toBe(3);
    await expect(page.getByText('Failed to load sessions')).toBeVisible();
    await server.start();
    await retry(page);
    await expectSessionList(page);

    const newer = await resetLink(2);
    await page.goto(older);
    await expect(page.getByRole('heading', { name: 'Invalid Reset Link' })).toBeVisible();
    // In the same page only the fragment changes.
    await page.goto(newer);
    await expect(page.getByRole('heading', { name: 'Reset Your Password' })).toBeVisible();
  } finally {
    await server.close();
  }
});

test('a browser that was signed out elsewhere is signed out on its next call', async ({
  page,
  anotherBrowser,
}) => {
  const account = await openDashboard(page);
  const other = await anotherBrowser();
  await storeSession(other, await logInAs(account.email));
  // The page's own calls must be over, because one of them could be the next.
  const answers = ['/api/users/profile', '/api/api-keys'].map((path) =>
    other.waitForResponse((answer) => new URL(answer.url()).pathname === path),
  );
  await other.goto('/dashboard');
  await Promise.all(answers);

  await openSecurity(page);
  await page.getByRole('button', { name: 'Sign out all others' }).click();
  await expect(page.getByText('All other sessions ended')).toBeVisible();
  await openSettings(other);
  await expect(other).toHaveURL('/auth');
  await expect(other.getByRole('button', { name: 'Continue with Email' })).toBeVisible();
  expect(await storedValue(other, 'authToken')).toBeNull();
  await expect(heading(page, 'Settings')).toBeVisible();
});

test('tabs that wake together all stay signed in', { tag: '@matrix' }, async ({ page, context }) => {
  await signInByForm(page);
  const tabs = [page, await context.newPage(), await context.newPage()];
  for (const tab of tabs) {
    await tab.goto('/dashboard');
    await expect(heading(tab)).toBeVisible();
  }
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('keptSession') ?? '{}');
    localStorage.setItem('keptSession', JSON.stringify({ ...session, expires_at: 1 }));
  });
  await Promise.all(tabs.map(openSecurity));
  for (const tab of tabs) await expectSessionList(tab);
  await expectOneToken(page);
});

// A tab can be told of a renewal by another one before it sees what that one has kept.
test('the token that another tab renewed last is the one that calls carry', { tag: '@matrix' }, async ({
  page,
  context,
}) => {
  await signInByForm(page);
  const other = await context.newPage();
  await other.goto('/health');
  const { refresh_token } = JSON.parse((await storedValue(other, 'keptSession')) ?? '{}');
  const answer = await other.request.post(`/api${issueToken.path}?grant_type=refresh_token`, {
    data: { refresh_token },
  });
  const renewed = await answer.json();
  await other.evaluate((session) => localStorage.setItem('keptSession', JSON.stringify(session)), renewed);
  await expectOneToken(other);
  expect(await storedValue(other, 'authToken')).toBe(renewed.access_token);
});

test('an answer to the session before does not end the session that another tab has begun', {
  tag: '@matrix',
}, async ({ page, context }) => {
  const account = await openDashboard(page);
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(
    `**/api${listSessions.path}`,
    async (route) => {
      await held;
      return route.fulfill({ status: 401, json: { code: 'unauthorized' } });
    },
    { times: 1 },
  );
  await openSecurity(page);

  const second = await context.newPage();
  const next = await verifiedAccount();
  await storeSession(second, next);
  answer();
  await expect.poll(async () => (await storedUser(page))?.id).toBe(next.user.id);
  await second.goto('/dashboard');
  await expect(heading(second, 'Settings')).toBeVisible();
  expect(account.user.id).not.toBe(next.user.id);
});
