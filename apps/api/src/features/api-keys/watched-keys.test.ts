// Owners hear of keys that nobody uses, and of who would be locked out by a network: both come from what is remembered of use.

import * as contract from '@ballast/contract/keys/api-keys';
import { dryRunAddresses, tryNetworks } from '@ballast/contract/keys/network-dry-run';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { failureOf, newAddress, useTestApp } from '../../../testing/test-app.ts';
import { users } from '../../identity/tables.ts';
import { apiKeys } from '../../key-check/tables.ts';
import { keyUsageAddresses, keyUsageMinutes } from '../../key-check/usage/tables.ts';
import { tellUnused } from './notices/unused-notices.ts';

const app = useTestApp();
const dayMs = 24 * 3600 * 1000;

const newKeys = async (names: string[], email = newAddress()) => {
  const { call } = await app().verifiedUser(email);
  const ids: string[] = [];
  for (const name of names) {
    const { id } = await call(contract.createKey, { body: { name, environment: 'SANDBOX' } });
    ids.push(id);
  }
  return { call, email, ids };
};

const newKey = async () => {
  const { call, ids } = await newKeys(['watched']);
  return { call, params: { id: ids[0] ?? '' } };
};

const use = (keyId: string, daysAgo: number, address: string, requests: number) => {
  const at = app().now().getTime() - daysAgo * dayMs;
  const hour = new Date(Math.floor(at / 3_600_000) * 3_600_000);
  const values = { keyId, hour, address, requests, lastSeenAt: new Date(at) };
  return app().deps.db.insert(keyUsageAddresses).values(values);
};

test('a dry run tells who would have been refused in the last 30 days, and changes nothing', async () => {
  const { call, params } = await newKey();
  await use(params.id, 0, '203.0.113.7', 10);
  await use(params.id, 29, '203.0.113.7', 5);
  await use(params.id, 1, '198.51.100.1', 7);
  await use(params.id, 2, '198.51.100.1', 2);
  await use(params.id, 0, '2001:db8::7', 3);
  await use(params.id, 0, 'other', 4);
  await use(params.id, 31, '198.51.100.99', 1000);
  const dryRun = (...allowedNetworks: string[]) => call(tryNetworks, { params, body: { allowedNetworks } });
  const seen = (daysAgo: number) => new Date(app().now().getTime() - daysAgo * dayMs).toISOString();
  expect(await dryRun('203.0.113.0/24', '2001:db8::/32')).toEqual({
    requests: 31,
    refused: 13,
    addresses: [
      { address: '198.51.100.1', requests: 9, lastSeenAt: seen(1) },
      { address: 'other', requests: 4, lastSeenAt: seen(0) },
    ],
  });
  expect(await dryRun('0.0.0.0/0', '::/0')).toMatchObject({ requests: 31, refused: 4 });
  expect((await call(contract.getKey, { params })).allowedNetworks).toBeNull();
  for (const wrong of [[], ['nonsense'], ['203.0.113.7/24'], ['::/0', '::/0']])
    expect(await failureOf(dryRun(...wrong))).toMatchObject({
      status: 422,
      fields: { allowedNetworks: expect.any(String) },
    });
  const { call: callAsOther } = await app().verifiedUser();
  const foreignDryRun = callAsOther(tryNetworks, { params, body: { allowedNetworks: ['::/0'] } });
  expect(await failureOf(foreignDryRun)).toMatchObject({ status: 404 });
});

test('a dry run over thousands of addresses counts all and names the busiest', async () => {
  const { call, params } = await newKey();
  const [hour, lastSeenAt] = [
    new Date(Math.floor(app().now().getTime() / 3_600_000) * 3_600_000),
    app().now(),
  ];
  const rows = Array.from({ length: 2500 }, (_, i) => ({
    ...{ keyId: params.id, hour, lastSeenAt },
    address: `2001:db8::${i.toString(16)}`,
    requests: i + 1,
  }));
  await app().deps.db.insert(keyUsageAddresses).values(rows);
  const { requests, refused, addresses } = await call(tryNetworks, {
    params,
    body: { allowedNetworks: ['203.0.113.0/24'] },
  });
  expect([requests, refused]).toEqual([(2500 * 2501) / 2, (2500 * 2501) / 2]);
  expect(addresses).toHaveLength(dryRunAddresses);
  expect(addresses[0]?.requests).toBe(2500);
});

const unusedMails = async (email: string) =>
  (await app().mails()).filter(({ to, subject }) => to === email && /not been used/.test(subject));

test('an owner hears of all keys that were not used for 90 days by one mail, and again after 90 days', async () => {
  const { db, now } = app().deps;
  const names = ['till', 'web', 'used', 'other value', 'deleted', 'rotated', 'expired'];
  const { call, email, ids } = await newKeys(names);
  const idOf = (name: string) => ids[names.indexOf(name)] ?? '';
  await call(contract.deleteKey, { params: { id: idOf('deleted') } });
  const leaver = await newKeys(['of a leaver']);
  const leavesAt = new Date(now().getTime() + 200 * dayMs);
  await db.update(users).set({ deletesAt: leavesAt }).where(eq(users.email, leaver.email));
  await tellUnused(app().deps);
  app().skipSeconds(80 * 24 * 3600);
  const { call: callLater } = await app().signIn(email);
  await callLater(contract.rotateKey, { params: { id: idOf('rotated') } });
  await db
    .update(apiKeys)
    .set({ lastUsedAt: now() })
    .where(eq(apiKeys.id, idOf('used')));
  await db
    .update(apiKeys)
    .set({ expiresAt: now() })
    .where(eq(apiKeys.id, idOf('expired')));
  await db
    .insert(keyUsageMinutes)
    .values({ keyId: idOf('other value'), minute: now(), allowed: 0, limited: 0, refused: 1 });
  await newKeys(['young'], newAddress('young'));
  app().skipSeconds(11 * 24 * 3600);
  await Promise.all([tellUnused(app().deps), tellUnused(app().deps)]);
  const mail = await app().waitForMail(email, /^2 of your Ballast API keys have not been used for 90 days/);
  expect(mail.text).toContain('"till (sandbox)", "web (sandbox)".');
  app().skipSeconds(89 * 24 * 3600);
  await tellUnused(app().deps);
  await app().waitForMail(email, /^\d of your Ballast API keys have not been used/, 2);
  // Those that were in use until a while ago are unused now; those of the first mail are not told of again.
  const [newest] = await unusedMails(email);
  expect(newest?.text).not.toContain('"till');
  app().skipSeconds(2 * 24 * 3600);
  await tellUnused(app().deps);
  await app().waitForMail(email, /not been used/, 3);
  expect((await unusedMails(email))[0]?.text).toContain('"till (sandbox)", "web (sandbox)".');
  expect(await unusedMails(leaver.email)).toEqual([]);
});
