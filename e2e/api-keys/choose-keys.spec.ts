// An owner of many keys sorts them, filters them, and deletes several at once.
import { deleteKey, listKeys } from '@ballast/contract/keys/api-keys';
import { expectAccessible, expectDialogAccessible } from '../support/accessibility.ts';
import { choose } from '../support/choose.ts';
import { sendRequests } from '../support/key-page.ts';
import { button, card, cards, comeBack, openKeys, rememberCards, toast } from '../support/keys.ts';
import { expectNoSidewaysScroll } from '../support/layout.ts';
import { expect, test } from '../support/test.ts';

test.beforeEach(({ page }) => rememberCards(page));

test('many keys are sorted, filtered by state, and deleted together after one question', async ({ page }) => {
  const names = Array.from({ length: 12 }, (_, index) => `service-${String(index).padStart(2, '0')}`);
  const { account, keys } = await openKeys(page, names);
  await sendRequests({ value: keys[3]?.key ?? '' });
  const order = (list: string) => page.getByRole('combobox', { name: list });
  const firstName = cards(page).first().getByRole('heading');
  await choose(order('Order'), 'By name');
  await expect(firstName).toHaveText('service-00');
  // The use of a key is written some seconds after its request.
  await expect
    .poll(async () => (await account.call(listKeys, { query: { search: 'service-03' } }))[0]?.lastUsedAt)
    .toBeTruthy();
  await choose(order('Order'), 'Last used first');
  await expect(firstName).toHaveText('service-03');
  await choose(order('State'), 'Never used');
  await expect(cards(page)).toHaveCount(11);
  await choose(order('State'), 'Over the limit');
  await expect(page.getByRole('heading', { name: 'No keys match your filters' })).toBeVisible();
  await button(page, 'Show All Keys').click();
  await expect(cards(page)).toHaveCount(12);

  await comeBack(page);
  await expect(card(page, 'service-03')).toContainText('Just now');
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await button(page, 'Select').click();
  const chosen = page.getByRole('region', { name: 'Selected keys' });
  await expect(chosen.getByRole('button', { name: 'Delete selected keys' })).toBeDisabled();
  await chosen.getByRole('button', { name: 'Select all shown' }).click();
  await expect(chosen).toContainText('12 selected');
  for (const name of ['service-05', 'service-07', 'service-09'])
    await page.getByRole('checkbox', { name: `Select ${name}` }).uncheck();
  await chosen.getByRole('button', { name: 'Delete selected keys' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete 9 Keys' });
  await expect(question.getByRole('listitem')).toHaveText([
    /^service-/,
    /./,
    /./,
    /./,
    /./,
    /./,
    'and 3 more',
  ]);
  await expect(question).toContainText('1 of them was used in the last 24 hours.');
  await expect(button(page, 'Cancel')).toBeFocused();
  await question.getByRole('button', { name: 'Delete 9 Keys' }).click();
  await expect(toast(page, 'Deleted 9 keys.')).toBeVisible();
  await expect(cards(page).getByRole('heading')).toHaveText(['service-09', 'service-07', 'service-05']);
  await expect(page.getByRole('checkbox')).toHaveCount(0);
});

test('keys of which one is gone are not deleted, and that is said', { tag: '@matrix' }, async ({ page }) => {
  const names = Array.from({ length: 11 }, (_, index) => `service-${index}`);
  const { account, keys } = await openKeys(page, names);
  await button(page, 'Select').click();
  await button(page, 'Select all shown').click();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await account.call(deleteKey, { params: { id: keys[4]?.id ?? '' } });
  await button(page, 'Delete selected keys').click();
  await expectDialogAccessible(page);
  await button(page, 'Delete 11 Keys').click();
  await expect(page.getByRole('alert').first()).toBeVisible();
  await expect(cards(page)).toHaveCount(10);
});
