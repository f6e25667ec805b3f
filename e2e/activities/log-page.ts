// The Activity tab as the tests of the log see it.
import { randomUUID } from 'node:crypto';
import { type Activity, listActivities } from '@ballast/contract/activities';
import type { Page } from '@playwright/test';
import type { Account } from '../support/accounts.ts';
import { choose } from '../support/choose.ts';
import { openTab } from '../support/open-tab.ts';

export const logAddress = `**/api${listActivities.path}?*`;

export const openLog = (page: Page, account?: Account, environment: 'sandbox' | 'production' = 'sandbox') =>
  openTab(page, { tab: 'activity', heading: 'Activity', environment }, account);

export const table = (page: Page) => page.getByRole('table', { name: 'Activity' });
// The first row is the head.
export const rows = (page: Page) => table(page).getByRole('row');
export const entry = (page: Page, title: string) => rows(page).filter({ hasText: title });
export const category = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Category' }).getByRole('button', { name, exact: true });
export const time = (page: Page) => page.getByLabel('Time', { exact: true });

export const chooseTime = (page: Page, name: string) => choose(time(page), name);

export const made = (type: string, moment: Date, description = ''): Activity => ({
  id: randomUUID(),
  type,
  title: type,
  description,
  timestamp: moment.toISOString(),
  environment: null,
});

export const showLog = (page: Page, activities: Activity[]) =>
  page.route(logAddress, (route) => route.fulfill({ json: activities }));
