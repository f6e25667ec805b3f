// The events themselves: which there are, those of an account as they come, and those that the provider publishes.
import * as z from 'zod/mini';
import { endpoint } from '../http/endpoint.ts';
import { exactly, oneOf, textUpTo, wholeNumber } from '../http/field.ts';
import { pageLimit } from '../http/paging.ts';
import { environments } from '../keys/api-keys.ts';
import { webhookMessage } from './event-types.ts';
import { webhookLimits, webhookMessages } from './webhook-limits.ts';

export const listWebhookEvents = endpoint('GET', '/webhook-events', {
  auth: 'verified',
  cli: ['read', 'keys:sandbox', 'keys:production'],
  summary: 'List the types of events, each with an example',
  reply: z.array(z.object({ type: z.string(), description: z.string(), example: webhookMessage })),
});
export type WebhookEvent = z.infer<typeof listWebhookEvents.reply>[number];

const event = z.object({
  // The webhook-id of its messages.
  id: z.string(),
  type: z.string(),
  timestamp: z.string(),
  environment: z.enum(environments),
  data: z.record(z.string(), z.unknown()),
});
export type AccountEvent = z.infer<typeof event>;

// Positions count from 1 in each account and environment.
const eventCursor = /^(0|[1-9]\d{0,15})$/;

export const listEvents = endpoint('GET', '/events', {
  auth: 'verified',
  cli: ['read'],
  waits: true,
  summary: 'Read events as they come: those after a cursor, or without one the cursor of now',
  query: z.object({
    environment: z._default(oneOf('environment', environments), 'SANDBOX'),
    after: z.optional(
      z.string(webhookMessages.afterUnknown).check(z.regex(eventCursor, webhookMessages.afterUnknown)),
    ),
    wait: z._default(wholeNumber('wait', { min: 0, max: webhookLimits.waitSeconds }), 0),
    limit: pageLimit({ most: webhookLimits.longestPage, usual: webhookLimits.page }),
  }),
  reply: z.object({ events: z.array(event), cursor: z.string() }),
});

export const triggerEvent = endpoint('POST', '/events/trigger', {
  auth: 'verified',
  cli: ['keys:sandbox'],
  summary: 'Trigger a sample event in the sandbox',
  status: 202,
  body: z.strictObject({
    type: textUpTo('type', webhookLimits.eventType),
    environment: exactly('environment', 'SANDBOX'),
  }),
  reply: event,
});

const publishedId = /^[A-Za-z0-9._-]{1,64}$/;

// One of these is the body, or a list of them.
export const publishedEvent = z.strictObject({
  id: z.optional(
    z.string(webhookMessages.idMalformed).check(z.regex(publishedId, webhookMessages.idMalformed)),
  ),
  type: textUpTo('type', webhookLimits.eventType),
  userId: z.uuid('userId must be the id of an account'),
  environment: oneOf('environment', environments),
  data: z.record(z.string(), z.unknown(), webhookMessages.dataTooLarge),
});
export type PublishedEvent = z.output<typeof publishedEvent>;

export const publishEvents = endpoint('POST', '/events', {
  root: 'gateway',
  auth: 'public',
  keepsSession: true,
  summary: `Publish one event, or a list of up to ${webhookLimits.publishedAtOnce}, with a publisher token: all of them are taken, or none`,
  status: 202,
  rawBody: {
    limitBytes: webhookLimits.publishedAtOnce * (webhookLimits.publishedBytes + 1024),
    trusted: true,
  },
  reply: z.array(z.object({ id: z.string(), deliveries: z.number() })),
});

export const eventCalls = [listWebhookEvents, listEvents, triggerEvent, publishEvents];
