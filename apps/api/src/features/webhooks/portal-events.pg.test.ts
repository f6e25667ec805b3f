// What the portal itself tells, in the transaction of what happened.
import { requestTokens } from '@ballast/contract/faucet';
import * as keys from '@ballast/contract/keys/api-keys';
import { reportKey } from '@ballast/contract/keys/key-leaks';
import { requestRateLimit } from '@ballast/contract/keys/rate-limit-requests';
import { restoreKey } from '@ballast/contract/keys/restore-key';
import { isPortalEvent, portalEvents } from '@ballast/contract/webhooks/event-types';
import { listEvents } from '@ballast/contract/webhooks/events';
import { waitFor } from '@ballast/harness/wait-for';
import { expect, test } from 'vitest';
import { openOperator } from '../../../testing/operator.ts';
import { runJob } from '../../../testing/run-job.ts';
import { failureOf, type TestApp, useTestApp } from '../../../testing/test-app.ts';
import { queue } from '../../jobs/queue.ts';

const expiryNoticesQueue = queue('expiry-notices');

const app = useTestApp();
type Developer = Awaited<ReturnType<TestApp['verifiedUser']>>;

const newKey = ({ call }: Developer, name: string, more = {}) =>
  call(keys.createKey, { body: { name, environment: 'SANDBOX', ...more } });

// Every event fits its schema, and none holds the value of a key.
const eventsOf = async ({ call }: Developer, after = '0') => {
  const { events } = await call(listEvents, { query: { after, limit: 200 } });
  for (const { type, data } of events) {
    if (!isPortalEvent(type)) throw new Error(`${type} is none of the portal's`);
    expect(portalEvents[type].data.safeParse(data), type).toMatchObject({ success: true });
  }
  expect(JSON.stringify(events)).not.toMatch(/blst_/);
  return events.map(({ type, data }) => ({ type, ...data }));
};

test('the life of a key is told, each change once', async () => {
  const developer = await app().verifiedUser();
  const { id } = await newKey(developer, 'checkout');
  const params = { id };
  await developer.call(keys.updateKey, { params, body: { name: 'till', scopes: ['payments:read'] } });
  await developer.call(keys.updateKey, { params, body: { name: 'till' } });
  await developer.call(keys.rotateKey, { params, body: { graceSeconds: 3600 } });
  await developer.call(keys.deleteKey, { params });
  await developer.call(restoreKey, { params });
  const facts = { keyId: id, name: 'till', rateLimit: 3, expiresAt: null, allowedNetworks: null };
  expect(await eventsOf(developer)).toEqual([
    { ...facts, type: 'key.created', name: 'checkout', scopes: null },
    { ...facts, type: 'key.updated', scopes: ['payments:read'], changed: ['name', 'scopes'] },
    { type: 'key.rotated', keyId: id, name: 'till', previousEndsAt: expect.any(String) },
    { type: 'key.deleted', keyId: id, name: 'till' },
    { ...facts, type: 'key.updated', scopes: ['payments:read'], changed: ['status'] },
  ]);
});

test('what is refused or rolled back is not told', async () => {
  const developer = await app().verifiedUser();
  await newKey(developer, 'checkout');
  for (let i = 0; i < 3; i += 1)
    expect(await failureOf(newKey(developer, 'checkout'))).toMatchObject({ code: 'conflict' });
  expect((await eventsOf(developer)).map(({ type }) => type)).toEqual(['key.created']);
});

test('a key that a leak report revokes is told as leaked, then as deleted', async () => {
  const developer = await app().verifiedUser();
  const { id, key } = await newKey(developer, 'checkout');
  for (let i = 0; i < 2; i += 1) await app().call(reportKey, { body: { key } });
  expect((await eventsOf(developer)).slice(1)).toEqual([
    { type: 'key.leaked', keyId: id, name: 'checkout', action: 'revoke' },
    { type: 'key.deleted', keyId: id, name: 'checkout' },
  ]);
});

test('a key that expires is told with each mail about it', async () => {
  const developer = await app().verifiedUser();
  const day = 24 * 3600;
  const expiresAt = new Date(app().now().getTime() + 20 * day * 1000).toISOString();
  const { id } = await newKey(developer, 'checkout', { expiresAt });
  for (const days of [10, 9, 2]) {
    app().skipSeconds(days * day);
    for (let i = 0; i < 2; i += 1) await runJob(app(), expiryNoticesQueue);
  }
  const again = await app().signIn(developer.email);
  expect((await eventsOf(again)).slice(1)).toEqual([
    { type: 'key.expiring', keyId: id, name: 'checkout', expiresAt },
    { type: 'key.expiring', keyId: id, name: 'checkout', expiresAt },
    { type: 'key.expired', keyId: id, name: 'checkout', expiresAt },
  ]);
});

test('a request for a higher limit is told, and what became of it', async () => {
  const developer = await app().verifiedUser();
  const operator = await openOperator(app());
  const { id } = await newKey(developer, 'checkout');
  const ask = async (requestedLimit: number) =>
    (
      await developer.call(requestRateLimit, {
        params: { id },
        body: { requestedLimit, reason: 'We onboard three merchants in May.' },
      })
    ).request.id;
  const declined = await ask(50);
  await operator.run('requests', 'deny', declined, '--note', 'Not yet.');
  const approved = await ask(60);
  await operator.run('requests', 'approve', approved);
  await operator.close();
  const facts = { keyId: id, name: 'checkout', currentLimit: 3 };
  expect((await eventsOf(developer)).slice(1)).toEqual([
    { ...facts, type: 'rate_limit_request.created', requestId: declined, requestedLimit: 50 },
    {
      ...facts,
      type: 'rate_limit_request.declined',
      requestId: declined,
      requestedLimit: 50,
      note: 'Not yet.',
    },
    { ...facts, type: 'rate_limit_request.created', requestId: approved, requestedLimit: 60 },
    {
      ...{ ...facts, type: 'rate_limit_request.approved', requestId: approved, requestedLimit: 60 },
      ...{ rateLimit: 60, note: null, endsAt: null },
    },
  ]);
});

test('test tokens are told when they have arrived', async () => {
  const developer = await app().verifiedUser();
  const { id } = await developer.call(requestTokens, { body: {} });
  await waitFor('the transfer', async () =>
    expect(await eventsOf(developer)).toMatchObject([
      { type: 'faucet.transfer.completed', transferId: id, amount: 10, address: null },
    ]),
  );
});
