import { deleteKey, listKeys } from '@ballast/contract/keys/api-keys';
import { sendRequests } from '../support/key-page.ts';
import { button, card, cards, holdCalls, openKeys, toast } from '../support/keys.ts';
import { expect, test } from '../support/test.ts';

for (const environment of ['SANDBOX', 'PRODUCTION'] as const) {
  const tag = environment === 'PRODUCTION' ? [] : '@matrix';
  test(`rotating a ${environment} key replaces its value and hides it again`, { tag }, async ({ page }) => {
    const { account, keys } = await openKeys(page, ['checkout-web'], environment);
    const old = keys[0]?.key ?? '';
    await button(page, 'Show checkout-web key').click();
    await expect(page.getByText(old)).toBeVisible();

    await button(page, 'Rotate checkout-web').click();
    const dialog = page.getByRole('alertdialog', { name: 'Rotate Key' });
    await expect(dialog).toContainText('checkout-web');
    await expect(dialog).toContainText(environment === 'SANDBOX' ? 'Sandbox' : 'Production');
    await expect(dialog).toContainText(
      `${old.slice(0, 10)}${'•'.repeat(12)} hidden, ends in ${old.slice(-4)}`,
    );
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await dialog.getByRole('button', { name: 'Rotate Key' }).click();

    await expect(toast(page, 'API key rotated')).toBeVisible();
    await expect(page.getByText(old)).toHaveCount(0);
    await expect(button(page, 'Show checkout-web key')).toHaveAttribute('aria-pressed', 'false');
    const [rotated] = await account.call(listKeys, { query: { environment } });
    await button(page, 'Show checkout-web key').click();
    await expect(page.getByText(rotated?.key ?? 'no key')).toBeVisible();
    expect(rotated?.key).not.toBe(old);
  });

  test(`deleting a ${environment} key takes it off the list`, { tag }, async ({ page }) => {
    const { account } = await openKeys(page, ['keeper', 'checkout-web'], environment);
    await button(page, 'Delete checkout-web').click();
    const dialog = page.getByRole('alertdialog', { name: 'Delete Key' });
    await expect(dialog).toContainText(
      environment === 'SANDBOX' ? 'You can undo this for 10 seconds.' : 'This cannot be undone.',
    );
    await expect(dialog).toContainText('Requests with this key fail as soon as you delete it.');
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await dialog.getByRole('button', { name: 'Delete Key' }).click();

    const words = environment === 'SANDBOX' ? 'Deleted "checkout-web".' : 'API key deleted';
    await expect(toast(page, words)).toBeVisible();
    await expect(button(page, 'Undo')).toHaveCount(environment === 'SANDBOX' ? 1 : 0);
    await expect(cards(page)).toHaveCount(1);
    await expect(card(page, 'keeper')).toBeVisible();
    expect(await account.call(listKeys, { query: { environment } })).toHaveLength(1);
  });
}

test('deleting a production key that was used this week wants its name', { tag: '@matrix' }, async ({
  page,
}) => {
  const { account } = await openKeys(page, ['payments'], 'PRODUCTION');
  const [key] = await account.call(listKeys, { query: { environment: 'PRODUCTION' } });
  await sendRequests({ value: key?.key ?? '' });
  const wasUsed = async () =>
    (await account.call(listKeys, { query: { environment: 'PRODUCTION' } }))[0]?.lastUsedAt !== null;
  await expect.poll(wasUsed).toBe(true);
  await page.reload();
  await button(page, 'Delete payments').click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete Key' });
  const confirm = dialog.getByRole('button', { name: 'Delete Key' });
  await expect(confirm).toBeDisabled();
  await dialog.getByLabel('To confirm, type payments').fill('payment');
  await expect(confirm).toBeDisabled();
  await dialog.getByLabel('To confirm, type payments').fill('payments');
  await confirm.click();
  await expect(toast(page, 'API key deleted')).toBeVisible();
});

test('a deletion that is thought better of changes nothing, and a click beside it does not close it', {
  tag: '@matrix',
}, async ({ page }) => {
  await openKeys(page, ['checkout-web']);
  await button(page, 'Delete checkout-web').click();
  await page.mouse.click(5, 5);
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await button(page, 'Cancel').click();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await expect(button(page, 'Delete checkout-web')).toBeFocused();
  await expect(cards(page)).toHaveCount(1);
});

test('the last key leaves the empty list behind', { tag: '@matrix' }, async ({ page }) => {
  await openKeys(page, ['only']);
  await button(page, 'Delete only').click();
  await button(page, 'Delete Key').click();
  await expect(page.getByText('No sandbox keys found')).toBeVisible();
  await expect(button(page, 'Create New Key')).toHaveCount(1);
  await expect(button(page, 'Create New Key')).toBeFocused();
});

test('while one key is being rotated its actions wait and the other keys do not', { tag: '@matrix' }, async ({
  page,
}) => {
  await openKeys(page, ['second', 'first']);
  const release = await holdCalls(page, '**/api/api-keys/*/rotate', 'POST');
  await button(page, 'Rotate first').click();
  await button(page, 'Rotate Key').click();
  await expect(button(page, 'Rotate first')).toHaveAttribute('aria-busy', 'true');
  for (const action of ['Rotate first', 'Delete first', 'Rename first', 'Request increase for first']) {
    await expect(button(page, action)).toBeDisabled();
  }
  await expect(button(page, 'Copy first key')).toBeEnabled();

  const releaseDeletion = await holdCalls(page, '**/api/api-keys/*', 'DELETE');
  await button(page, 'Delete second').click();
  await button(page, 'Delete Key').click();
  await expect(button(page, 'Delete second')).toHaveAttribute('aria-busy', 'true');
  await expect(button(page, 'Rotate first')).toHaveAttribute('aria-busy', 'true');

  releaseDeletion();
  await expect(card(page, 'second')).toHaveCount(0);
  await expect(button(page, 'Rotate first')).toHaveAttribute('aria-busy', 'true');
  release();
  await expect(button(page, 'Rotate first')).toBeEnabled();
  await expect(toast(page, 'API key rotated')).toBeVisible();
});

test('a key can be renamed, under the same rule as a new one', async ({ page }) => {
  const { keys } = await openKeys(page, ['taken', 'checkout-web']);
  await card(page, 'checkout-web').hover();
  await button(page, 'Rename checkout-web').click();
  const dialog = page.getByRole('dialog', { name: 'Rename Key' });
  const name = dialog.getByRole('textbox', { name: 'Name' });
  await expect(name).toHaveValue('checkout-web');
  await name.fill(' ');
  await dialog.getByRole('button', { name: 'Rename Key' }).click();
  await expect(dialog.getByText('Please provide a name for the API key')).toBeVisible();
  await name.fill('Taken');
  await dialog.getByRole('button', { name: 'Rename Key' }).click();
  await expect(dialog.getByText('An active key with the name "Taken" already exists')).toBeVisible();
  await name.fill('checkout-api');
  await dialog.getByRole('button', { name: 'Rename Key' }).click();

  await expect(toast(page, 'API key renamed')).toBeVisible();
  await expect(card(page, 'checkout-web')).toHaveCount(0);
  await button(page, 'Show checkout-api key').click();
  await expect(page.getByText(keys[1]?.key ?? 'no key')).toBeVisible();
});

test('a new name is seen before the portal answers, and goes back with the reason when it is refused', {
  tag: '@matrix',
}, async ({ page }) => {
  await openKeys(page, ['taken', 'checkout-web']);
  const release = await holdCalls(page, '**/api/api-keys/*', 'PUT');
  const dialog = page.getByRole('dialog', { name: 'Rename Key' });
  const rename = async (from: string, to: string) => {
    await card(page, from).hover();
    await button(page, `Rename ${from}`).click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill(to);
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
    await expect(button(page, `Rename ${to}`)).toBeFocused();
  };

  await rename('checkout-web', 'TAKEN');
  await expect(card(page, 'TAKEN')).toBeVisible();
  await expect(card(page, 'checkout-web')).toHaveCount(0);
  await expect(toast(page, 'API key renamed')).toHaveCount(0);
  release();
  await expect(dialog.getByText('An active key with the name "TAKEN" already exists')).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('TAKEN');
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(card(page, 'checkout-web')).toBeVisible();
  await expect(card(page, 'TAKEN')).toHaveCount(0);
});

test('keeping the name is no renaming', { tag: '@matrix' }, async ({ page }) => {
  await openKeys(page, ['checkout-web']);
  await page.route('**/api/api-keys/*', (route) => route.abort());
  await card(page, 'checkout-web').hover();
  await button(page, 'Rename checkout-web').click();
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Notifications' })).toHaveText('');
});

test('a key that is gone on the server leaves the list when it is rotated', { tag: '@matrix' }, async ({
  page,
}) => {
  const { account, keys } = await openKeys(page, ['other', 'gone']);
  await expect(card(page, 'gone')).toBeVisible();
  await account.call(deleteKey, { params: { id: keys[1]?.id ?? '' } });
  await button(page, 'Rotate gone').click();
  await button(page, 'Rotate Key').click();
  await expect(toast(page, 'This doesn’t exist, or it isn’t yours.')).toBeVisible();
  await expect(card(page, 'gone')).toHaveCount(0);
  await expect(card(page, 'other')).toBeVisible();
});
