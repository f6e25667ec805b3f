// Portals with a brand of their own.
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newDeveloper } from '@ballast/harness/developer';
import { freePort } from '@ballast/harness/free-port';
import { startPortal } from '@ballast/harness/portal';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { expect, test } from '../support/test.ts';

const withPortal = async (brand: Record<string, string>, visit: (url: string) => Promise<void>) => {
  const port = String(await freePort());
  const url = `http://localhost:${port}`;
  const portal = await startPortal({ PORT: port, PUBLIC_URL: url, ...brand });
  try {
    await visit(url);
  } finally {
    await portal.stop();
  }
};

const signIn = async (page: Page, url: string) => {
  const { user, session } = await newDeveloper(url);
  await page.goto(`${url}/robots.txt`);
  await page.evaluate(
    ({ user, session }) => {
      localStorage.setItem('keptSession', JSON.stringify(session));
      localStorage.setItem('userData', JSON.stringify(user));
      localStorage.setItem('authToken', session.access_token);
    },
    { user, session },
  );
  await page.goto(`${url}/dashboard`);
  await expect(page.getByRole('heading', { level: 1, name: 'API Keys' })).toBeVisible();
};

const randomAccent = () =>
  `#${Math.floor(Math.random() * 0x1000000)
    .toString(16)
    .padStart(6, '0')}`;

test('pages can be read in twenty random accents, in both themes', { tag: '@matrix' }, async ({ page }) => {
  for (const accent of Array.from({ length: 20 }, randomAccent))
    await test.step(`BRAND_ACCENT=${accent}`, () =>
      withPortal({ BRAND_ACCENT: accent }, async (url) => {
        await page.goto(`${url}/auth`);
        await expect(page.getByRole('button', { name: /Email/ })).toBeVisible();
        await expectAccessible(page);
        await page.goto(`${url}/docs/get-started`);
        await expectAccessible(page);
        await signIn(page, url);
        await expectAccessible(page);
      }));
});

test('a portal shows its own accent and logo, in the header, the tab and the documentation', async ({
  page,
}) => {
  const file = join(await mkdtemp(join(tmpdir(), 'ballast-logo-')), 'logo.svg');
  await writeFile(
    file,
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path fill="currentColor" d="M2 2h20v20H2z"/></svg>',
  );
  await withPortal(
    { BRAND_ACCENT: 'rebeccapurple', BRAND_LOGO_FILE: file, BRAND_NAME: 'Keel' },
    async (url) => {
      await page.goto(`${url}/support`);
      const logo = page.getByRole('banner').locator('img:visible');
      await expect(logo).toHaveCount(1);
      await expect(logo).toHaveAttribute('src', '/brand-logo-dark.svg');
      const size = await logo.evaluate((image: HTMLImageElement) => [image.complete, image.naturalWidth > 0]);
      expect(size).toEqual([true, true]);
      await page.getByRole('button', { name: 'Switch to light theme' }).click();
      await expect(logo).toHaveAttribute('src', '/brand-logo-light.svg');
      await page.goto(`${url}/docs`);
      await expect(logo).toHaveAttribute('src', '/brand-logo-light.svg');
      const accent = await page.evaluate(() => {
        const link = document.createElement('i');
        link.style.color = 'var(--accent)';
        document.body.append(link);
        return getComputedStyle(link).color;
      });
      expect(accent).toBe('rgb(102, 51, 153)');
    },
  );
});
