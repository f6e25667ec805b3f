// Counts what a person does: clicks, and fields that are typed into. A field that is filled twice counts once on each page.
import type { Page } from '@playwright/test';

export const countEffort = async (page: Page) => {
  let clicks = 0;
  const fields = new Set<string>();
  await page.exposeBinding('countClick', () => {
    clicks += 1;
  });
  await page.exposeBinding('countField', (_, field: string) => {
    fields.add(field);
  });
  await page.addInitScript(() => {
    type Counting = { countClick: () => void; countField: (field: string) => void };
    const { countClick, countField } = window as unknown as Counting;
    const document_ = Math.random();
    const isTrusted = (event: Event) => event.isTrusted && (event as MouseEvent).detail > 0;
    window.addEventListener('click', (event) => isTrusted(event) && countClick(), true);
    window.addEventListener(
      'input',
      ({ target }) =>
        target instanceof HTMLInputElement &&
        countField(`${document_} ${location.pathname} ${target.name || target.id}`),
      true,
    );
  });
  return {
    // A click outside of the portal, as in a mail.
    addClick: () => {
      clicks += 1;
    },
    read: async () => ({ clicks, fields: fields.size }),
  };
};
