// A log that is taken away into a spreadsheet.
import { exportActivities } from '@ballast/contract/activities';
import { expect, test } from 'vitest';
import { useTestApp } from '../../../testing/test-app.ts';
import { activities } from '../../identity/tables.ts';

const app = useTestApp();
let person: ReturnType<ReturnType<typeof app>['verifiedUser']> | undefined;

test.each([
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['  =1', "  '=1"],
  ['＝1', "'＝1"],
  ['\t=1', `"'\t'=1"`],
  ['\r=1', `"'\r'=1"`],
  ['a;=1', `"a;'=1"`],
  ['a\n=1', `"a\n'=1"`],
  ['from 10.0.0.1 - ok', 'from 10.0.0.1 - ok'],
])('row 16: %j begins no formula in a spreadsheet', async (description, cell) => {
  person ??= app().verifiedUser();
  const { call, user } = await person;
  await app()
    .deps.db.insert(activities)
    .values({ userId: user.id, type: 'faucet_request', description, createdAt: app().now() });
  const csv = await call(exportActivities, { query: { format: 'csv', category: 'faucet' } });
  expect(csv).toContain(`,Faucet Request,${cell},faucet_request,`);
});
