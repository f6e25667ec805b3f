// The portal serves the manual at /docs/cli.
import { expectAccessible } from '../support/accessibility.ts';
import { expect, test } from '../support/cli-device.ts';
import { expectNoSidewaysScroll } from '../support/layout.ts';
import { portalPort, portalUrl } from '../support/portals/portal-under-test.ts';

test('the manual says of every command what its help says', { tag: '@matrix' }, async ({ page, device }) => {
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).port !== portalPort) foreign.push(request.url());
  });
  await page.goto('/docs/cli');
  await expect(page.getByText(`npm install -g ${portalUrl}/cli/ballast.tgz`)).toBeVisible();
  const headings = await page.getByRole('heading', { level: 2, name: /^ballast / }).allTextContents();
  expect(headings).toHaveLength(33);
  for (const command of headings) {
    const { stdout } = await device.run([...command.split(' ').slice(1), '--help']);
    const section = page.locator('section', {
      has: page.getByRole('heading', { level: 2, name: command, exact: true }),
    });
    for (const text of await section.locator('pre, th').allTextContents())
      for (const line of text.split('\n')) expect(stdout).toContain(line);
  }
  expect(foreign).toEqual([]);
});

test('the manual leads to its sections, is accessible in both themes and fits small windows', {
  tag: '@matrix',
}, async ({ page }) => {
  await page.goto('/docs/cli');
  await page.getByRole('link', { name: 'keys rotate' }).click();
  await expect(page.getByRole('heading', { name: 'ballast keys rotate' })).toBeInViewport();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test('the package is served with its type, and again only when it has changed', async ({ request }) => {
  const first = await request.get('/cli/ballast.tgz');
  expect(first.headers()['content-type']).toBe('application/gzip');
  const { etag = '' } = first.headers();
  const second = await request.get('/cli/ballast.tgz', { headers: { 'if-none-match': etag } });
  expect(second.status()).toBe(304);
  expect((await second.body()).length).toBe(0);
  expect((await first.body()).length).toBeLessThan(1_000_000);
});
