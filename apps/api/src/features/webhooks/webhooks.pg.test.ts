// Webhook endpoints and what is sent to them, as a developer and their receiver see it.
import { nextCursorHeader } from '@ballast/contract/http/paging';
import { getPortal } from '@ballast/contract/portal';
import * as deliveries from '@ballast/contract/webhooks/deliveries';
import { listEvents, listWebhookEvents, triggerEvent } from '@ballast/contract/webhooks/events';
import { attemptPauses, webhookLimits, webhookMessages } from '@ballast/contract/webhooks/webhook-limits';
import * as contract from '@ballast/contract/webhooks/webhooks';
import { waitFor } from '@ballast/harness/wait-for';
import { eq } from 'drizzle-orm';
import { Webhook } from 'standardwebhooks';
import { Webhook as Svix } from 'svix';
import { expect, test } from 'vitest';
import { startReceiver } from '../../../testing/servers/webhook-receiver.ts';
import { failureOf, type TestApp, useTestApp } from '../../../testing/test-app.ts';
import { webhookDeliveries } from '../../identity/webhooks/tables.ts';

const daySeconds = 24 * 3600;

const app = useTestApp({ env: { LIMITS: 'calls_per_account=100000,writes_per_account=100000' } });
type Developer = Awaited<ReturnType<TestApp['verifiedUser']>>;

const newEndpoint = ({ call }: Developer, url: string, more = {}) =>
  call(contract.createWebhook, { body: { url, environment: 'SANDBOX', ...more } });

const trigger = ({ call }: Developer, type = 'payment.completed') =>
  call(triggerEvent, { body: { type, environment: 'SANDBOX' } });

const deliveriesOf = ({ call }: Developer, id: string, query = {}) =>
  call(deliveries.listDeliveries, { params: { id }, query });

const settled = (developer: Developer, id: string, status: string, attempts = 1) =>
  waitFor(`a delivery to be ${status} after ${attempts}`, async () => {
    const [newest] = await deliveriesOf(developer, id);
    expect(newest).toMatchObject({ status, attemptCount: attempts });
    return newest as NonNullable<typeof newest>;
  });

test('an event is sent once, signed as Standard Webhooks says, with the text that the delivery shows', async () => {
  const receiver = await startReceiver();
  const developer = await app().verifiedUser();
  const { id, secret, ...shown } = await newEndpoint(developer, receiver.url, { description: ' Orders ' });
  expect(shown).toEqual({
    ...{ url: receiver.url, description: 'Orders', environment: 'SANDBOX', events: null },
    ...{ status: 'ENABLED', statusReason: null, failingSince: null, lastDeliveryAt: null },
    ...{ createdAt: app().now().toISOString(), updatedAt: app().now().toISOString() },
    previousSecretEndsAt: null,
  });
  const event = await trigger(developer);
  const delivery = await settled(developer, id, 'DELIVERED');
  expect(receiver.received).toHaveLength(1);
  const [{ headers, body, path }] = receiver.received as [(typeof receiver.received)[number]];
  expect(path).toBe('/hook');
  expect(headers).toMatchObject({ 'content-type': 'application/json', 'webhook-id': event.id });
  const { version } = await developer.call(getPortal);
  expect(headers['user-agent']).toBe(`Ballast-Webhooks/${version}`);
  expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toEqual({
    ...{ type: 'payment.completed', timestamp: event.timestamp, environment: 'SANDBOX' },
    data: { id: 'sample_1', test: true },
  });
  new Svix(secret).verify(body, headers as Record<string, string>);
  const params = { id, deliveryId: delivery.id };
  expect(await developer.call(deliveries.getDelivery, { params })).toEqual({
    ...delivery,
    payload: body,
    attempts: [...[{ at: app().now().toISOString(), durationMs: expect.any(Number), statusCode: 204 }]].map(
      (each) => ({ ...each, error: null, response: '' }),
    ),
  });
  expect(await developer.call(contract.getWebhook, { params: { id } })).toMatchObject({
    lastDeliveryAt: app().now().toISOString(),
  });
});

test('during the grace of a rotation a message is good for either secret, the new one first', async () => {
  const receiver = await startReceiver();
  const developer = await app().verifiedUser();
  const { id, secret: old } = await newEndpoint(developer, receiver.url);
  const rotate = (graceSeconds: 0 | 3600 | 86400) =>
    developer.call(contract.rotateWebhookSecret, { params: { id }, body: { graceSeconds } });
  const { secret, previousSecretEndsAt } = await rotate(3600);
  expect(Date.parse(previousSecretEndsAt ?? '') - app().now().getTime()).toBe(3_600_000);
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(await developer.call(contract.getWebhookSecret, { params: { id } })).toEqual({ secret });
  await trigger(developer);
  await settled(developer, id, 'DELIVERED');
  const [first] = receiver.received;
  const headers = first?.headers as Record<string, string>;
  for (const each of [old, secret]) new Webhook(each).verify(first?.body ?? '', headers);
  const [signature = '', second] = (headers['webhook-signature'] ?? '').split(' ');
  expect(second).toMatch(/^v1,/);
  new Webhook(secret).verify(first?.body ?? '', { ...headers, 'webhook-signature': signature });

  app().skipSeconds(3601);
  await trigger(developer);
  await waitFor('the next message', () => expect(receiver.received).toHaveLength(2));
  expect(receiver.received[1]?.headers['webhook-signature']).not.toContain(' ');
  expect((await rotate(0)).previousSecretEndsAt).toBeNull();
});

test('an endpoint gets the events that it asks for, and only those of its environment and account', async () => {
  const receiver = await startReceiver();
  const [developer, other] = [await app().verifiedUser(), await app().verifiedUser()];
  const wanted = await newEndpoint(developer, `${receiver.url}/wanted`, { events: ['refund.completed'] });
  await newEndpoint(developer, `${receiver.url}/production`, { environment: 'PRODUCTION' });
  await newEndpoint(other, `${receiver.url}/other`);
  await trigger(developer, 'payment.completed');
  const { id } = await trigger(developer, 'refund.completed');
  await settled(developer, wanted.id, 'DELIVERED');
  expect(receiver.received.map(({ path, headers }) => [path, headers['webhook-id']])).toEqual([
    ['/hook/wanted', id],
  ]);
});

test('a failed delivery is tried again by the schedule, and then fails with one mail a day', async () => {
  const receiver = await startReceiver((response) => response.writeHead(500).end('x'.repeat(5000)));
  const developer = await app().verifiedUser();
  const { id } = await newEndpoint(developer, receiver.url);
  await trigger(developer);
  let last = await settled(developer, id, 'PENDING', 1);
  for (const [index, pause] of attemptPauses.entries()) {
    const seconds = (Date.parse(last.nextAttemptAt ?? '') - app().now().getTime()) / 1000;
    expect(seconds).toBeGreaterThan(pause * 0.9 - 1);
    expect(seconds).toBeLessThan(pause * 1.1 + 1);
    app().skipSeconds(seconds + 1);
    const isLast = index === attemptPauses.length - 1;
    const again = await app().signIn(developer.email);
    last = await settled(again, id, isLast ? 'FAILED' : 'PENDING', index + 2);
  }
  expect(last).toMatchObject({ lastError: 'status', lastStatusCode: 500, nextAttemptAt: null });
  const again = await app().signIn(developer.email);
  const params = { id, deliveryId: last.id };
  const { attempts } = await again.call(deliveries.getDelivery, { params });
  expect(attempts).toHaveLength(10);
  expect(attempts[0]?.response).toBe('x'.repeat(webhookLimits.response));
  await app().waitForMail(developer.email, /missed an event/);
});

test('an endpoint that fails for five days is disabled with one mail, and its owner enables it again', async () => {
  const receiver = await startReceiver((response) => response.writeHead(500).end());
  const developer = await app().verifiedUser();
  const { id } = await newEndpoint(developer, receiver.url);
  await trigger(developer);
  await settled(developer, id, 'PENDING', 1);
  app().skipSeconds(5 * daySeconds + 1);
  const later = await app().signIn(developer.email);
  await settled(later, id, 'FAILED', 2);
  await app().waitForMail(developer.email, /We disabled your .* webhook endpoint/);
  const params = { id };
  const disabled = await later.call(contract.getWebhook, { params });
  expect(disabled).toMatchObject({ status: 'DISABLED', statusReason: 'failing' });
  await trigger(later);
  const [newest] = await deliveriesOf(later, id);
  expect(newest).toMatchObject({ status: 'FAILED', lastError: 'endpoint_disabled', attemptCount: 0 });
  receiver.state.answer = (response) => response.end('taken');
  await later.call(contract.updateWebhook, { params, body: { status: 'ENABLED' } });
  expect(await later.call(contract.getWebhook, { params })).toMatchObject({
    ...{ status: 'ENABLED', statusReason: null, failingSince: null },
  });
  const count = receiver.received.length;
  const { length } = await deliveriesOf(later, id, { status: 'FAILED' });
  const body = { since: disabled.createdAt };
  expect(await later.call(deliveries.replayDeliveries, { params, body })).toEqual({ count: length });
  await waitFor('the replay', () => expect(receiver.received).toHaveLength(count + length));
});

test.each([
  ['a redirect', 302, 'PENDING', 'redirect', {}],
  ['410', 410, 'FAILED', 'gone', { status: 'DISABLED', statusReason: 'gone' }],
  ['404', 404, 'PENDING', 'status', { status: 'ENABLED' }],
] as const)('%s is no delivery', async (_, statusCode, status, lastError, endpoint) => {
  const elsewhere = await startReceiver();
  const receiver = await startReceiver((response) =>
    response.writeHead(statusCode, { location: elsewhere.url }).end(),
  );
  const developer = await app().verifiedUser();
  const { id } = await newEndpoint(developer, receiver.url);
  await trigger(developer);
  const delivery = await settled(developer, id, status);
  expect(delivery).toMatchObject({ lastError, lastStatusCode: statusCode });
  expect(await developer.call(contract.getWebhook, { params: { id } })).toMatchObject({
    ...endpoint,
    failingSince: app().now().toISOString(),
  });
  expect(elsewhere.received).toEqual([]);
});

test.each([
  [503, '7200', 7200],
  [429, new Date(Date.now() + 365 * 86_400_000).toUTCString(), daySeconds],
  [503, '1', 5],
  [500, '7200', 5],
] as const)('%i with Retry-After %s waits for %i seconds', async (statusCode, retryAfter, expected) => {
  const receiver = await startReceiver((response) =>
    response.writeHead(statusCode, { 'retry-after': retryAfter }).end(),
  );
  const developer = await app().verifiedUser();
  const { id } = await newEndpoint(developer, receiver.url);
  await trigger(developer);
  const { nextAttemptAt } = await settled(developer, id, 'PENDING');
  const seconds = (Date.parse(nextAttemptAt ?? '') - app().now().getTime()) / 1000;
  expect(seconds).toBeGreaterThan(expected * 0.9 - 1);
  expect(seconds).toBeLessThan(expected * 1.1 + 1);
});

test('a paused endpoint records what it misses, and a replay brings it under the same webhook-id', async () => {
  const receiver = await startReceiver();
  const developer = await app().verifiedUser();
  const { id } = await newEndpoint(developer, receiver.url);
  const params = { id };
  await developer.call(contract.updateWebhook, { params, body: { status: 'PAUSED' } });
  const event = await trigger(developer);
  const [missed] = await deliveriesOf(developer, id);
  expect(missed).toMatchObject({ status: 'FAILED', lastError: 'endpoint_paused', attemptCount: 0 });
  const replay = () =>
    developer.call(deliveries.replayDelivery, { params: { id, deliveryId: missed?.id ?? '' } });
  const refusal = { status: 409, code: 'webhook_not_enabled', message: webhookMessages.notEnabled };
  expect(await failureOf(developer.call(deliveries.testWebhook, { params, body: {} }))).toMatchObject(
    refusal,
  );
  expect(await failureOf(replay())).toMatchObject(refusal);
  await developer.call(contract.updateWebhook, { params, body: { status: 'ENABLED' } });
  expect(await replay()).toMatchObject({ id: missed?.id, status: 'PENDING', eventId: event.id });
  await settled(developer, id, 'DELIVERED');
  expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([event.id]);
});

test('a new address takes what is pending, and a deleted endpoint gets nothing more', async () => {
  const [down, up] = [
    await startReceiver((response) => response.writeHead(500).end()),
    await startReceiver(),
  ];
  const developer = await app().verifiedUser();
  const moved = await newEndpoint(developer, down.url);
  const deleted = await newEndpoint(developer, `${down.url}/deleted`);
  await trigger(developer);
  for (const { id } of [moved, deleted]) await settled(developer, id, 'PENDING');
  await developer.call(contract.updateWebhook, { params: { id: moved.id }, body: { url: up.url } });
  await developer.call(contract.deleteWebhook, { params: { id: deleted.id } });
  app().skipSeconds(10);
  await settled(developer, moved.id, 'DELIVERED', 2);
  expect(up.received).toHaveLength(1);
  const { db } = app().deps;
  await waitFor('what was pending to end', async () => {
    const [row] = await db
      .select()
      .from(webhookDeliveries)
      .where(eq(webhookDeliveries.webhookId, deleted.id));
    expect(row).toMatchObject({ status: 'FAILED', lastError: 'endpoint_deleted', attemptCount: 1 });
  });
  expect(await failureOf(deliveriesOf(developer, deleted.id))).toMatchObject({ code: 'not_found' });
});

test('a test is for its endpoint alone, says that it is one, and is no event of the account', async () => {
  const receiver = await startReceiver();
  const developer = await app().verifiedUser();
  const { id } = await newEndpoint(developer, receiver.url, { events: ['payment.completed'] });
  await newEndpoint(developer, `${receiver.url}/other`);
  const { cursor: after } = await developer.call(listEvents, { query: {} });
  const params = { id };
  await developer.call(deliveries.testWebhook, { params, body: {} });
  await developer.call(deliveries.testWebhook, { params, body: { type: 'key.created' } });
  await waitFor('both', () => expect(receiver.received).toHaveLength(2));
  const sent = receiver.received.map(({ path, body }) => ({ path, ...JSON.parse(body) }));
  expect(sent.map(({ type }) => type).toSorted()).toEqual(['key.created', 'webhook.test']);
  for (const each of sent) expect(each).toMatchObject({ path: '/hook', data: { test: true } });
  expect((await developer.call(listEvents, { query: { after } })).events).toEqual([]);
  const body = { since: '2020-01-01T00:00:00Z', status: 'ALL' } as const;
  expect(await developer.call(deliveries.replayDeliveries, { params, body })).toEqual({ count: 0 });
  const unknown = developer.call(deliveries.testWebhook, { params, body: { type: 'nothing' } });
  expect((await failureOf(unknown)).fields).toEqual({ type: webhookMessages.typeUnknown('nothing') });
});

test('deliveries are listed by status and type, page by page', async () => {
  const receiver = await startReceiver();
  const developer = await app().verifiedUser();
  const { id } = await newEndpoint(developer, receiver.url);
  for (let i = 0; i < 5; i += 1) {
    app().skipSeconds(1);
    await trigger(developer, i % 2 ? 'refund.completed' : 'payment.completed');
  }
  await waitFor('all', async () =>
    expect(await deliveriesOf(developer, id, { status: 'DELIVERED' })).toHaveLength(5),
  );
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const query = { limit: 2, ...(cursor ? { cursor } : {}) };
    const page = await developer.call.withHeaders(deliveries.listDeliveries, { params: { id }, query });
    seen.push(...page.reply.map((each) => each.id));
    cursor = page.headers.get(nextCursorHeader) ?? undefined;
  } while (cursor);
  expect(seen).toEqual((await deliveriesOf(developer, id)).map((each) => each.id));
  expect(await deliveriesOf(developer, id, { type: 'refund.completed' })).toHaveLength(2);
  expect(await deliveriesOf(developer, id, { status: 'FAILED' })).toEqual([]);
});

test('a reader of events misses none and gets none twice, and waits for the next one', async () => {
  const developer = await app().verifiedUser();
  const read = (query: object) => developer.call(listEvents, { query });
  const start = await read({});
  expect(start).toEqual({ events: [], cursor: '0' });
  const sent = await Promise.all(Array.from({ length: 8 }, () => trigger(developer)));
  const first = await read({ after: start.cursor, limit: 5 });
  const second = await read({ after: first.cursor });
  const ids = [...first.events, ...second.events].map(({ id }) => id);
  expect(ids.toSorted()).toEqual(sent.map(({ id }) => id).toSorted());
  expect(first.events).toHaveLength(5);
  const waiting = read({ after: second.cursor, wait: 20 });
  const next = await trigger(developer);
  expect((await waiting).events).toEqual([next]);
  expect(await read({ after: second.cursor, environment: 'PRODUCTION' })).toMatchObject({ events: [] });
});

test('what an endpoint cannot have is refused with its field', async () => {
  const developer = await app().verifiedUser();
  const url = 'http://127.0.0.1:9000/hook';
  const refused = async (body: object) => {
    const failure = await failureOf(newEndpoint(developer, url, body));
    return [failure.status, failure.fields];
  };
  expect(await refused({ events: [] })).toEqual([422, { events: webhookMessages.eventsWrong }]);
  expect(await refused({ events: ['a.b'] })).toEqual([422, { events: webhookMessages.typeUnknown('a.b') }]);
  expect(await refused({ description: 'x'.repeat(201) })).toEqual([422, { description: expect.any(String) }]);
  for (let i = 0; i < webhookLimits.endpoints; i += 1) await newEndpoint(developer, url);
  expect(await failureOf(newEndpoint(developer, url))).toMatchObject({
    ...{ status: 409, code: 'webhook_limit', message: webhookMessages.limit },
  });
  const [first] = await developer.call(contract.listWebhooks, { query: { environment: 'SANDBOX' } });
  await developer.call(contract.deleteWebhook, { params: { id: first?.id ?? '' } });
  await newEndpoint(developer, url);
  expect(await developer.call(contract.listWebhooks, { query: {} })).toHaveLength(webhookLimits.endpoints);
});

test('the list of events has an example of each, and no message holds a secret', async () => {
  const { call } = await app().verifiedUser();
  const events = await call(listWebhookEvents);
  expect(events.map(({ type }) => type)).toEqual(expect.arrayContaining(['key.leaked', 'payment.failed']));
  for (const { type, example } of events) expect(example).toMatchObject({ type, environment: 'SANDBOX' });
});
