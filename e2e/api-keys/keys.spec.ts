import { button, card, cards, createButton, enterName, openKeys, toast } from '../support/keys.ts';
import { expect, test } from '../support/test.ts';
import { passTime } from '../support/time.ts';

const empty = {
  SANDBOX: ['No sandbox keys found', 'Create your first sandbox API key to get started'],
  PRODUCTION: ['No production keys found', 'Create your first production API key to get started'],
} as const;

for (const environment of ['SANDBOX', 'PRODUCTION'] as const) {
  const production = environment === 'PRODUCTION';
  const action = production ? 'Create Production Key' : 'Create Key';

  const tag = production ? [] : '@matrix';
  test(`the first ${environment} key is created from the empty list and is hidden`, { tag }, async ({
    page,
  }) => {
    await openKeys(page, [], environment);
    for (const text of empty[environment]) await expect(page.getByText(text, { exact: true })).toBeVisible();
    await expect(createButton(page)).toHaveCount(1);

    await createButton(page).click();
    const dialog = page.getByRole('dialog', { name: 'Create New Key' });
    const warning = dialog.getByText('This is a live key. Requests made with it move real funds.');
    await expect(warning).toHaveCount(production ? 1 : 0);
    await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
    await page.keyboard.type('  checkout-web ');
    await dialog.getByRole('button', { name: action, exact: true }).click();

    await expect(toast(page, 'API key created')).toBeVisible();
    await expect(dialog).toHaveCount(0);
    const created = card(page, 'checkout-web');
    await expect(created.getByText(production ? 'Production' : 'Sandbox', { exact: true })).toBeVisible();
    await expect(created).toContainText(production ? 'blst_live_•' : 'blst_test_•');
    await expect(created).toContainText('3 req/sec');
    await expect(created).toContainText('Last usedN/A');
    await expect(createButton(page)).toHaveCount(1);
    await expect(page).toHaveTitle(production ? 'API Keys · Production' : 'API Keys · Ballast');
  });
}

test('a key needs a name that no other active key has, in whatever case', async ({ page }) => {
  await openKeys(page, ['checkout-web']);
  await createButton(page).click();
  const dialog = page.getByRole('dialog', { name: 'Create New Key' });
  const name = page.getByRole('textbox', { name: 'Name' });
  const submit = dialog.getByRole('button', { name: 'Create Key' });
  for (const [typed, message] of [
    ['', 'Please provide a name for the API key'],
    ['   ', 'Please provide a name for the API key'],
    ['Checkout-Web', 'An active key with the name "Checkout-Web" already exists'],
    ['x'.repeat(101), 'Name must be at most 100 characters'],
  ] as const) {
    await name.fill(typed);
    await submit.click();
    await expect(dialog.getByText(message)).toBeVisible();
    await expect(name).toHaveAttribute('aria-invalid', 'true');
    await expect(name).toBeFocused();
  }
  await page.keyboard.press('Escape');
  await expect(cards(page)).toHaveCount(1);
});

test('Cancel and the cross close a dialog and clear what was typed', { tag: '@matrix' }, async ({ page }) => {
  await openKeys(page, ['one']);
  const name = page.getByRole('textbox', { name: 'Name' });
  for (const leave of [() => button(page, 'Cancel').click(), () => button(page, 'Close').click()]) {
    await createButton(page).click();
    await expect(name).toHaveValue('');
    await name.fill('half a na');
    await leave();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(createButton(page)).toBeFocused();
  }
});

test('a key is masked but for its first ten and last four characters, and shown and hidden on demand', async ({
  page,
}) => {
  const { keys } = await openKeys(page, ['other', 'checkout-web']);
  const value = keys[1]?.key ?? '';
  const shown = card(page, 'checkout-web');
  const start = value.slice(0, 10);
  const masked = shown.getByText(
    `${start}${'•'.repeat(value.length - 14)} hidden, ends in ${value.slice(-4)}`,
  );
  await expect(masked).toBeVisible();
  await expect(page.getByText(value)).toHaveCount(0);
  const width = (await masked.boundingBox())?.width;
  const height = (await shown.boundingBox())?.height;

  await button(page, 'Show checkout-web key').click();
  await expect(shown.getByText(value)).toBeVisible();
  await expect(button(page, 'Hide checkout-web key')).toHaveAttribute('aria-pressed', 'true');
  await expect(button(page, 'Show other key')).toHaveAttribute('aria-pressed', 'false');
  expect((await shown.boundingBox())?.height).toBe(height);
  expect(width).toBeGreaterThan(300);

  await button(page, 'Hide checkout-web key').click();
  await expect(page.getByText(value)).toHaveCount(0);
});

test('copying takes the whole key, says so for two seconds and moves nothing', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { keys } = await openKeys(page, ['checkout-web', 'other']);
  await button(page, 'Copy checkout-web key').click();
  await expect(toast(page, 'Copied to clipboard')).toBeVisible();
  await expect(button(page, 'Copied checkout-web key')).toBeVisible();
  await expect(button(page, 'Copy other key')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(keys[0]?.key);
  await passTime(page, 1999);
  await expect(button(page, 'Copied checkout-web key')).toBeVisible();
  await passTime(page, 1);
  await expect(button(page, 'Copy checkout-web key')).toBeVisible();
});

test('the keys of the two environments are kept apart, and a shown key is hidden again', async ({ page }) => {
  const { keys } = await openKeys(page, ['live-one'], 'PRODUCTION');
  await button(page, 'Show live-one key').click();
  await page.getByRole('radio', { name: 'Sandbox' }).check();
  await expect(page.getByText('No sandbox keys found')).toBeVisible();
  await expect(cards(page)).toHaveCount(0);

  await createButton(page).click();
  await enterName(page, 'live-one');
  await expect(card(page, 'live-one')).toContainText('blst_test_');

  await page.getByRole('radio', { name: 'Production' }).check();
  await expect(card(page, 'live-one')).toContainText('blst_live_•');
  await expect(page.getByText(keys[0]?.key ?? '')).toHaveCount(0);
  await expect(cards(page)).toHaveCount(1);
});

test('when a key was created and last used is said in words', { tag: '@matrix' }, async ({ page }) => {
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  const dates: Record<string, { createdAt: string; lastUsedAt: string | null }> = {
    used: { createdAt: '2026-10-02T12:00:00.000Z', lastUsedAt: hoursAgo(5) },
    broken: { createdAt: 'no date', lastUsedAt: 'no date' },
    fresh: { createdAt: '2026-11-14T12:00:00.000Z', lastUsedAt: null },
  };
  await page.route('**/api/api-keys?*', async (route) => {
    const answer = await route.fetch();
    const keys: { name: string }[] = await answer.json();
    await route.fulfill({ response: answer, json: keys.map((key) => ({ ...key, ...dates[key.name] })) });
  });
  await openKeys(page, ['used', 'broken', 'fresh']);
  await expect(card(page, 'used')).toContainText(/CreatedOct 2, 2026Last used\w{3} \d+, \d{4}5 hours ago/);
  await expect(card(page, 'used').getByText('5 hours ago')).toHaveAttribute(
    'title',
    /^\w{3} \d+, \d{4}, \d+:\d\d [AP]M$/,
  );
  await expect(card(page, 'broken')).toContainText('CreatedInvalid DateLast usedInvalid Date');
  await expect(card(page, 'fresh')).toContainText('CreatedNov 14, 2026Last usedN/A');
});
