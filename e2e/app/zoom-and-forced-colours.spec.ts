// Every screen of the contact sheet at 200 % zoom, and in the colours of the reader's system.
import type { Page } from '@playwright/test';
import type { Screen } from '../screenshots/screens/opening.ts';
import { pictureGroups } from '../screenshots/screens.ts';
import { expectToldByLines } from '../support/forced-colours.ts';
import { expectNoOverflow } from '../support/layout.ts';
import { expect, test } from '../support/test.ts';

// A window of 1280 × 900 has this much room when everything is twice as large.
const zoomed = { width: 640, height: 450 };
const unzoomed = { width: 1280, height: 900 };

// What loads or has failed has nothing that could be chosen, and is narrower than what comes after it.
const isWorthIt = ({ name }: Screen) => !/loading|error|failure|offline/.test(name);

const expectRoom = async (page: Page, screen: string) => {
  await expectNoOverflow(page);
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
  if (!(await dialog.count())) return;
  await expect
    .poll(async () => {
      const box = await dialog.boundingBox();
      return box !== null && box.y >= 0 && box.y + box.height <= zoomed.height;
    }, `${screen}: the dialog fits`)
    .toBe(true);
};

for (const [group, screens] of Object.entries(pictureGroups))
  test(`at 200 % zoom and in forced colours nothing is lost: ${group}`, { tag: '@matrix' }, async ({
    context,
  }) => {
    test.setTimeout(600_000);
    for (const { name, open, wide } of screens.filter(isWorthIt)) {
      const page = await context.newPage();
      await page.setViewportSize(unzoomed);
      await open(page);
      await expectToldByLines(page, name);
      await page.setViewportSize(zoomed);
      if (!wide) await expectRoom(page, name);
      await page.close();
    }
  });
