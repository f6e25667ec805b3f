// What the sign-in page loads, and when.
import { gzipSync } from 'node:zlib';
import { expect, test } from '../support/test.ts';

const budgetBytes = 125_000;

test('the sign-in page is small and loads no form before somebody wants one', async ({ page }) => {
  const scripts = new Map<string, Promise<Buffer>>();
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.set(response.url(), response.body());
  });
  await page.goto('/auth', { waitUntil: 'networkidle' });
  const bodies = await Promise.all(scripts.values());
  const bytes = bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0);
  expect(bytes).toBeLessThanOrEqual(budgetBytes);
  expect([...scripts.keys()].join()).not.toMatch(/email-forms|modal|zod/);

  const forms = page.waitForRequest('**/assets/email-forms-*.js');
  await page.getByRole('button', { name: 'Continue with Email' }).hover();
  await forms;
  // The page's idle state was reached before, so it cannot tell when the forms and what they import have arrived.
  await page.waitForTimeout(1500);
  const loaded = scripts.size;
  await page.getByRole('button', { name: 'Continue with Email' }).click();
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible();
  expect(scripts.size).toBe(loaded);
});

test('the keyboard prepares the forms too', async ({ page }) => {
  await page.goto('/auth');
  const forms = page.waitForRequest('**/assets/email-forms-*.js');
  await page.getByRole('button', { name: 'Continue with Email' }).focus();
  await forms;
});

test('on a slow line the button says that the forms are on their way', async ({ page }) => {
  await page.route('**/assets/email-forms-*.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await route.continue();
  });
  await page.goto('/auth');
  const button = page.getByRole('button', { name: 'Continue with Email' });
  await button.click();
  await expect(button).toHaveAttribute('aria-busy', 'true');
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible();
});
