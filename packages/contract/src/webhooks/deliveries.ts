// What was sent to a webhook endpoint, and what it answered.
import * as z from 'zod/mini';
import { endpoint } from '../http/endpoint.ts';
import { oneOf, textUpTo } from '../http/field.ts';
import { cursor, pageLimit } from '../http/paging.ts';
import { moment } from '../text.ts';
import { deliveryErrors, deliveryStatuses, webhookLimits, webhookMessages } from './webhook-limits.ts';
import { webhookParams } from './webhooks.ts';

export const delivery = z.object({
  id: z.uuid(),
  eventId: z.string(),
  type: z.string(),
  status: z.enum(deliveryStatuses),
  attemptCount: z.number(),
  createdAt: z.string(),
  deliveredAt: z.nullable(z.string()),
  nextAttemptAt: z.nullable(z.string()),
  lastStatusCode: z.nullable(z.number()),
  lastError: z.nullable(z.enum(deliveryErrors)),
});
export type Delivery = z.infer<typeof delivery>;

const attempt = z.object({
  at: z.string(),
  durationMs: z.number(),
  statusCode: z.nullable(z.number()),
  error: z.nullable(z.enum(deliveryErrors)),
  // The first characters of what the receiver answered.
  response: z.nullable(z.string()),
});
export type Attempt = z.infer<typeof attempt>;

const deliveryDetails = z.extend(delivery, {
  // The text as it is sent.
  payload: z.string(),
  // The newest first.
  attempts: z.array(attempt),
});
export type DeliveryDetails = z.infer<typeof deliveryDetails>;

const deliveryParams = z.object({
  id: z.uuid('This endpoint does not exist'),
  deliveryId: z.uuid('This delivery does not exist'),
});

export const testWebhook = endpoint('POST', '/webhooks/:id/test', {
  auth: 'verified',
  cli: ['keys'],
  summary: 'Send a sample event to a webhook endpoint',
  status: 202,
  params: webhookParams,
  body: z.strictObject({
    type: z._default(textUpTo('type', webhookLimits.eventType), 'webhook.test'),
  }),
  bodyOptional: true,
  reply: delivery,
});

export const listDeliveries = endpoint('GET', '/webhooks/:id/deliveries', {
  auth: 'verified',
  cli: ['read', 'keys'],
  summary: 'List the deliveries of a webhook endpoint, newest first; pass x-next-cursor to get the next page',
  params: webhookParams,
  query: z.object({
    status: z.optional(oneOf('status', deliveryStatuses)),
    type: z.optional(textUpTo('type', webhookLimits.eventType)),
    limit: pageLimit({ most: webhookLimits.longestPage, usual: webhookLimits.page }),
    cursor,
  }),
  reply: z.array(delivery),
});

export const getDelivery = endpoint('GET', '/webhooks/:id/deliveries/:deliveryId', {
  auth: 'verified',
  cli: ['read', 'keys'],
  summary: 'Get a delivery with its payload and its attempts',
  params: deliveryParams,
  reply: deliveryDetails,
});

export const replayDelivery = endpoint('POST', '/webhooks/:id/deliveries/:deliveryId/replay', {
  auth: 'verified',
  cli: ['keys'],
  summary: 'Send a delivery again, with the same webhook-id and the whole schedule',
  status: 202,
  params: deliveryParams,
  reply: delivery,
});

export const replayStatuses = ['FAILED', 'ALL'] as const;

export const replayDeliveries = endpoint('POST', '/webhooks/:id/replay', {
  cost: 'webhookReplays',
  auth: 'verified',
  cli: ['keys'],
  summary: `Send the failed or all deliveries of a time again, at most ${webhookLimits.replayed.toLocaleString('en-US')}`,
  status: 202,
  params: webhookParams,
  body: z
    .strictObject({
      since: moment('since'),
      until: z.optional(moment('until')),
      status: z._default(oneOf('status', replayStatuses), 'FAILED'),
    })
    .check(
      z.refine(({ since, until }) => !until || Date.parse(since) < Date.parse(until), {
        path: ['until'],
        error: webhookMessages.untilBeforeSince,
      }),
    ),
  reply: z.object({ count: z.number() }),
});

export const deliveryCalls = [testWebhook, listDeliveries, getDelivery, replayDelivery, replayDeliveries];
