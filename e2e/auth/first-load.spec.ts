// These tests say what the sign-in page loads, and when.
import { gzipSync } from 'node:zlib';
import type { Request } from '@playwright/test';
import { expect, test } from '../support/test.ts';

const budgetBytes = 125_000;

const bodyOf = async (request: Request) => {
  const response = await request.response();
  if (!response) throw new Error(`${request.url()} was not answered`);
  return response.body();
};

test('the sign-in page is small and loads no form before somebody wants one', async ({ page }) => {
  const scripts = new Map<string, Request>();
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.set(request.url(), request);
  });
  await page.goto('/auth', { waitUntil: 'networkidle' });
  const bodies = await Promise.all([...scripts.values()].map(bodyOf));
  const bytes = bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0);
  expect(bytes).toBeLessThanOrEqual(budgetBytes);
  expect([...scripts.keys()].join()).not.toMatch(/email-forms|modal|zod/);

  const forms = page.waitForRequest('**/assets/email-forms-*.js');
  await page.getByRole('button', { name: 'Continue with Email' }).hover();
  // The forms are there as soon as everything is that they import.
  const address = (await forms).url();
  await page.evaluate((url) => import(url), address);
  const loaded = scripts.size;
  await page.getByRole('button', { name: 'Continue with Email' }).click();
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible();
  expect(scripts.size).toBe(loaded);
});

test('the keyboard prepares the forms too', { tag: '@matrix' }, async ({ page }) => {
  await page.goto('/auth');
  const forms = page.waitForRequest('**/assets/email-forms-*.js');
  await page.getByRole('button', { name: 'Continue with Email' }).focus();
  await forms;
});

test('on a slow line the button says that the forms are on their way', async ({ page }) => {
  const arrival = Promise.withResolvers<void>();
  await page.route('**/assets/email-forms-*.js', async (route) => {
    await arrival.promise;
    await route.continue();
  });
  await page.goto('/auth');
  const button = page.getByRole('button', { name: 'Continue with Email' });
  await button.click();
  await expect(button).toHaveAttribute('aria-busy', 'true');
  arrival.resolve();
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible();
});
