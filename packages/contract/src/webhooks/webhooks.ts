// Webhook endpoints: where the events of an account and environment are sent. Messages follow Standard Webhooks 1.0.0.
import * as z from 'zod/mini';
import { endpoint } from '../http/endpoint.ts';
import { eitherOf, oneOf } from '../http/field.ts';
import { environments } from '../keys/api-keys.ts';
import { optionalText, requiredText } from '../text.ts';
import {
  disablings,
  ownersStatuses,
  secretGraces,
  webhookLimits,
  webhookMessages,
  webhookStatuses,
} from './webhook-limits.ts';

export const webhook = z.object({
  id: z.uuid(),
  url: z.string(),
  description: z.string(),
  environment: z.enum(environments),
  // Null is all events.
  events: z.nullable(z.array(z.string())),
  status: z.enum(webhookStatuses),
  // Why the portal disabled it.
  statusReason: z.nullable(z.enum(disablings)),
  failingSince: z.nullable(z.string()),
  createdAt: z.string(),
  updatedAt: z.string(),
  lastDeliveryAt: z.nullable(z.string()),
  // Until then messages also carry a signature by the secret before the last rotation.
  previousSecretEndsAt: z.nullable(z.string()),
});
export type Webhook = z.infer<typeof webhook>;

const webhookWithSecret = z.extend(webhook, { secret: z.string() });
export type WebhookWithSecret = z.infer<typeof webhookWithSecret>;

// The server says what is wrong with an address, because some of it depends on the installation.
const url = requiredText({ label: 'url', required: webhookMessages.urlRequired, max: webhookLimits.url });

const areDifferent = (types: string[]) => new Set(types).size === types.length;

const events = z.optional(
  z.nullable(
    z
      .array(
        z
          .string(webhookMessages.eventsWrong)
          .check(
            z.minLength(1, webhookMessages.eventsWrong),
            z.maxLength(webhookLimits.eventType, webhookMessages.eventsWrong),
          ),
        webhookMessages.eventsWrong,
      )
      .check(
        z.minLength(1, webhookMessages.eventsWrong),
        z.maxLength(webhookLimits.types, webhookMessages.eventsWrong),
        z.refine(areDifferent, webhookMessages.eventsWrong),
      ),
  ),
);

const description = optionalText('description', webhookLimits.description);

export const webhookParams = z.object({ id: z.uuid('This endpoint does not exist') });

export const listWebhooks = endpoint('GET', '/webhooks', {
  leadsToStop: true,
  auth: 'verified',
  cli: ['read', 'keys'],
  summary: `List webhook endpoints, newest first, up to ${webhookLimits.endpoints} of each environment`,
  query: z.object({ environment: z.optional(oneOf('environment', environments)) }),
  reply: z.array(webhook),
});

export const createWebhook = endpoint('POST', '/webhooks', {
  auth: 'verified',
  cli: ['keys'],
  fresh: 'production',
  idempotent: true,
  summary: 'Create a webhook endpoint',
  status: 201,
  body: z.strictObject({ url, environment: oneOf('environment', environments), description, events }),
  reply: webhookWithSecret,
});

export const getWebhook = endpoint('GET', '/webhooks/:id', {
  auth: 'verified',
  cli: ['read', 'keys'],
  summary: 'Get a webhook endpoint',
  params: webhookParams,
  reply: webhook,
});

// Production data may not go elsewhere without a proof.
export const updateWebhook = endpoint('PUT', '/webhooks/:id', {
  auth: 'verified',
  cli: ['keys'],
  fresh: 'production',
  summary: 'Change, pause or enable a webhook endpoint; a new url also takes what is pending',
  params: webhookParams,
  body: z
    .strictObject({
      url: z.optional(url),
      description,
      events,
      status: z.optional(oneOf('status', ownersStatuses)),
    })
    .check(
      z.refine((change) => Object.values(change).some((value) => value !== undefined), {
        path: ['url'],
        error: webhookMessages.nothingToChange,
      }),
    ),
  reply: webhook,
});

export const deleteWebhook = endpoint('DELETE', '/webhooks/:id', {
  stops: true,
  auth: 'verified',
  cli: ['keys'],
  summary: 'Delete a webhook endpoint; what is pending is not sent any more',
  status: 204,
  params: webhookParams,
  reply: z.void(),
});

export const getWebhookSecret = endpoint('GET', '/webhooks/:id/secret', {
  auth: 'verified',
  cli: ['keys'],
  fresh: 'production',
  summary: 'Get the signing secret of a webhook endpoint',
  params: webhookParams,
  reply: z.object({ secret: z.string() }),
});

export const rotateWebhookSecret = endpoint('POST', '/webhooks/:id/rotate-secret', {
  auth: 'verified',
  cli: ['keys'],
  fresh: 'production',
  summary: 'Rotate the signing secret; until the grace ends, messages carry a signature by either secret',
  params: webhookParams,
  body: z.strictObject({
    graceSeconds: z._default(
      z.literal(secretGraces, `graceSeconds must be ${eitherOf(secretGraces.map(String))}`),
      86_400,
    ),
  }),
  bodyOptional: true,
  reply: webhookWithSecret,
});

export const webhookCalls = [
  listWebhooks,
  createWebhook,
  getWebhook,
  updateWebhook,
  deleteWebhook,
  getWebhookSecret,
  rotateWebhookSecret,
];
