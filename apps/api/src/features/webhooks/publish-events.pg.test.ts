// What the provider's backend publishes.
import { routeOf } from '@ballast/contract/http/endpoint';
import { listEvents, publishEvents } from '@ballast/contract/webhooks/events';
import { webhookMessages } from '@ballast/contract/webhooks/webhook-limits';
import { createWebhook } from '@ballast/contract/webhooks/webhooks';
import { waitFor } from '@ballast/harness/wait-for';
import { expect, test } from 'vitest';
import { startReceiver } from '../../../testing/servers/webhook-receiver.ts';
import { useTestApp } from '../../../testing/test-app.ts';

const token = 'a-token-of-the-backend';
const app = useTestApp({ env: { PUBLISHER_TOKENS: `old:an-older-token-of-it,backend:${token}` } });
const closed = useTestApp();

const publish = async (body: unknown, shown: string | null = token, url = app().url) => {
  const response = await fetch(`${url}${routeOf(publishEvents)}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(shown === null ? {} : { authorization: `Bearer ${shown}` }),
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as never };
};

const eventFor = (userId: string, more = {}) => ({
  ...{ type: 'payment.completed', userId, environment: 'SANDBOX', data: { id: 'pay_1' } },
  ...more,
});

test('without publisher tokens there is no such call, and without the right one nothing is taken', async () => {
  const { user } = await app().verifiedUser();
  expect((await publish(eventFor(user.id), token, closed().url)).status).toBe(404);
  for (const shown of [null, '', 'a-token-of-the-backen', `${token}x`, 'backend'])
    expect(await publish(eventFor(user.id), shown)).toMatchObject({
      status: 401,
      body: { code: 'unauthorized', message: webhookMessages.publisherUnknown },
    });
  expect((await publish(eventFor(user.id), 'an-older-token-of-it')).status).toBe(202);
});

test('a list is answered in its order, and each id is sent once', async () => {
  const receiver = await startReceiver();
  const [first, second] = [await app().verifiedUser(), await app().verifiedUser()];
  await first.call(createWebhook, { body: { url: receiver.url, environment: 'SANDBOX' } });
  const events = [
    eventFor(first.user.id, { id: 'evt.1' }),
    eventFor(second.user.id, { id: 'evt.1' }),
    eventFor(first.user.id, { environment: 'PRODUCTION' }),
    eventFor(first.user.id, { id: 'evt-2' }),
  ];
  const made = { id: expect.stringMatching(/^evt_[\da-f]{32}$/), deliveries: 0 };
  expect(await publish(events)).toEqual({
    status: 202,
    body: [
      { id: 'evt.1', deliveries: 1 },
      { id: 'evt.1', deliveries: 0 },
      made,
      { id: 'evt-2', deliveries: 1 },
    ],
  });
  app().skipSeconds(24 * 3600 - 60);
  const again = await Promise.all(
    Array.from({ length: 5 }, () => publish(eventFor(first.user.id, { id: 'evt.1' }))),
  );
  for (const each of again) expect(each).toEqual({ status: 202, body: [{ id: 'evt.1', deliveries: 0 }] });
  await waitFor('both messages', () => expect(receiver.received).toHaveLength(2));
  const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
  expect(ids.toSorted()).toEqual(['evt-2', 'evt.1']);
});

test.each([
  ['an unknown type', { type: 'payment.vanished' }, 'type'],
  ['a type of the portal', { type: 'key.created' }, 'type'],
  ['an unknown account', { userId: crypto.randomUUID() }, 'userId'],
  ['no id of an account', { userId: '1' }, 'userId'],
  ['an unknown environment', { environment: 'STAGING' }, 'environment'],
  ['an id with a slash', { id: 'a/b' }, 'id'],
  ['an id of 65 characters', { id: 'x'.repeat(65) }, 'id'],
  ['data that is no object', { data: [1] }, 'data'],
  ['too much data', { data: { text: 'x'.repeat(64 * 1024) } }, 'data'],
  ['an unknown field', { surprise: 1 }, 'surprise'],
])('%s is refused with its place, and nothing of the call is taken', async (_, wrong, field) => {
  const { user, call } = await app().verifiedUser();
  const event = eventFor(user.id, wrong);
  const alone = await publish(event);
  expect(alone).toMatchObject({ status: 422, body: { fields: { [field]: expect.any(String) } } });
  const list = [eventFor(user.id), eventFor(user.id), eventFor(user.id), event];
  const refused = await publish(list);
  expect(refused).toMatchObject({
    status: 422,
    body: { code: 'validation_failed', fields: { [`events.3.${field}`]: expect.any(String) } },
  });
  expect((await call(listEvents, { query: { after: '0' } })).events).toEqual([]);
});

test('what is no list of events is refused', async () => {
  const { user } = await app().verifiedUser();
  for (const body of [[], Array(101).fill(eventFor(user.id))])
    expect(await publish(body)).toMatchObject({
      status: 422,
      body: { fields: { events: expect.any(String) } },
    });
  for (const body of ['{', '', '7', 'null']) expect((await publish(body)).status).toBe(400);
  const twice = [eventFor(user.id, { id: 'a' }), eventFor(user.id, { id: 'a' })];
  expect(await publish(twice)).toMatchObject({
    ...{ status: 422, body: { fields: { 'events.1.id': webhookMessages.idTwice } } },
  });
});

test('a hundred events of the greatest size are one call', async () => {
  const { user, call } = await app().verifiedUser();
  const data = { text: 'x'.repeat(64 * 1024 - 11) };
  const { status, body } = await publish(Array.from({ length: 100 }, () => eventFor(user.id, { data })));
  expect([status, (body as unknown[]).length]).toEqual([202, 100]);
  const { events } = await call(listEvents, { query: { after: '0', limit: 1 } });
  expect(events).toMatchObject([{ type: 'payment.completed', data }]);
});
