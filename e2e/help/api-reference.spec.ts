// Not with the test function of the other specs: Scalar probes for eval, which the page's policy refuses and the console tells.
import { expect, test } from '@playwright/test';

test('the API reference shows every call, asks no other host and leads nowhere else', async ({
  page,
  baseURL,
}) => {
  const hosts = new Set<string>();
  page.on('request', (request) => {
    if (request.url().startsWith('http')) hosts.add(new URL(request.url()).origin);
  });
  await page.goto('/docs');
  await expect(page.getByRole('heading', { name: 'Ballast API' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Create an account with email and password' })).toBeVisible();
  await expect(page.getByText('Developer Tools')).toHaveCount(0);
  await expect(page.getByText('Open API Client')).toHaveCount(0);
  expect([...hosts]).toEqual([baseURL]);
});

test('the API reference has the theme of the portal', { tag: '@matrix' }, async ({ page }) => {
  const theme = () => page.evaluate(() => document.body.className);
  await page.goto('/docs');
  await expect.poll(theme).toContain('dark-mode');
  await page.evaluate(() => localStorage.setItem('darkMode', 'false'));
  await page.reload();
  await expect.poll(theme).toContain('light-mode');
});
