// What a browser remembers, and time that passes when a test says so.
import { expect, type Page } from '@playwright/test';

export const storedValue = (page: Page, name: string) =>
  page.evaluate((key) => localStorage.getItem(key), name);

export const storedUser = async (page: Page) => JSON.parse((await storedValue(page, 'userData')) ?? 'null');

// The session library may refresh twice at once when it wakes, and the token that calls carry is written after the session.
// So the two may differ for a moment, but not in the end.
export const expectOneToken = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(() => {
        const session = JSON.parse(localStorage.getItem('keptSession') ?? '{}');
        return session.access_token === localStorage.getItem('authToken');
      }),
    )
    .toBe(true);

// The back and forward buttons of this tab lead to these addresses.
export const historyOf = async (page: Page) => {
  const session = await page.context().newCDPSession(page);
  const { entries } = await session.send('Page.getNavigationHistory');
  return entries.map(({ url }) => url);
};

// From here on the date is fixed and no timer ends, however short, until the test moves the clock of the page.
export const stopTime = async (page: Page) => {
  const now = Date.now();
  await page.clock.install({ time: now });
  await page.clock.pauseAt(now + 60_000);
};

export const countCalls = (page: Page, path: string) => {
  const calls = { count: 0 };
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === `/api${path}`) calls.count += 1;
  });
  return calls;
};
