// The calls of the operator's commands, through the portal's socket.
import * as z from 'zod/mini';
import { isPlainLine } from '../characters.ts';
import { operatorEndpoint } from '../http/endpoint.ts';
import { oneOf, trueOrFalse, wholeNumber } from '../http/field.ts';
import { environments, keyLimits, requestStatuses } from '../keys/api-keys.ts';
import { usageCounts } from '../keys/key-usage.ts';
import { moment, paragraph } from '../text.ts';

export const operatorLimits = { maxNote: 2000, maxName: 100 } as const;

// Who acts, in the operator log: the name that the system proves, and the one that was given with --as.
export type OperatorNames = { name: string; as: string | null };

// A header holds ASCII, so names are encoded.
const provedHeader = 'x-operator';
const givenHeader = 'x-operator-as';

export const nameOperator = ({ name, as }: OperatorNames): Record<string, string> => ({
  [provedHeader]: encodeURIComponent(name),
  ...(as === null ? {} : { [givenHeader]: encodeURIComponent(as) }),
});

export const isOperatorName = (name: string) =>
  name !== '' && name.length <= operatorLimits.maxName && name.trim() === name && isPlainLine(name);

const readName = (header: string | string[] | undefined) => {
  try {
    const name = decodeURIComponent(String(header ?? ''));
    return isOperatorName(name) ? name : null;
  } catch {
    return null;
  }
};

export const readOperatorNames = (headers: Record<string, string | string[] | undefined>): OperatorNames => ({
  name: readName(headers[provedHeader]) ?? 'unknown',
  as: readName(headers[givenHeader]),
});

export const reviewedUsage = z.object({
  lastDay: usageCounts,
  last30Days: usageCounts,
  busiestMinute: z.nullable(z.object({ at: z.string(), requests: z.number() })),
});

export const reviewedRequest = z.object({
  id: z.string(),
  status: z.enum(requestStatuses),
  keyId: z.string(),
  email: z.string(),
  company: z.nullable(z.string()),
  keyName: z.string(),
  environment: z.enum(environments),
  currentLimit: z.number(),
  requestedLimit: z.number(),
  approvedLimit: z.nullable(z.number()),
  reason: z.string(),
  note: z.nullable(z.string()),
  createdAt: z.string(),
  decidedAt: z.nullable(z.string()),
  lastUsedAt: z.nullable(z.string()),
  lastUsedAddress: z.nullable(z.string()),
  lastUsedUserAgent: z.nullable(z.string()),
  usage: reviewedUsage,
});

export type ReviewedUsage = z.infer<typeof reviewedUsage>;
export type ReviewedRequest = z.infer<typeof reviewedRequest>;

// The first characters of an id are enough while they fit one request.
const idStart = z.object({ id: z.string() });

export const listReviews = operatorEndpoint('GET', '/requests', {
  summary: 'Rate-limit requests, oldest first',
  query: z.object({ status: z.optional(oneOf('status', requestStatuses)) }),
  reply: z.array(reviewedRequest),
});

export const getReview = operatorEndpoint('GET', '/requests/:id', {
  summary: 'One rate-limit request with the use of its key',
  params: idStart,
  reply: reviewedRequest,
});

export const rateLimit = wholeNumber('limit', { min: 1, max: keyLimits.maxRateLimit });

export const limitMessages = {
  untilPast: 'until must be in the future',
  denied: 'A request that is denied cannot have a limit',
} as const;

export const decideReview = operatorEndpoint('POST', '/requests/:id', {
  summary: 'Approve or deny a rate-limit request; we email the developer',
  params: idStart,
  body: z.strictObject({
    approved: trueOrFalse('approved'),
    note: z.nullable(
      paragraph({ label: 'The note', required: 'The note must be text', max: operatorLimits.maxNote }),
    ),
    // Without it the key gets what was asked for.
    limit: z.optional(rateLimit),
    // Then the key gets the limit that it had before.
    until: z.optional(moment('until')),
  }),
  reply: reviewedRequest,
});

export const secretKinds = ['encryption', 'pepper', 'signing'] as const;
export type SecretKind = (typeof secretKinds)[number];

export const unknownSecret = `Name the secret: ${secretKinds.join(', ')}.`;

export const rotatedSecret = z.object({
  secret: z.enum(secretKinds),
  // The portal changes its own file; an operator changes what the environment holds.
  source: z.enum(['file', 'environment']),
  variable: z.string(),
  currentId: z.string(),
  // How many API keys were encrypted or hashed anew, and how many could not be read.
  changed: z.number(),
  unreadable: z.number(),
  factors: z.number(),
  // Values that are not in use: one that is still to come, and those that something may still need.
  others: z.array(
    z.object({
      id: z.string(),
      isToCome: z.boolean(),
      inRows: z.boolean(),
      neededUntil: z.nullable(z.string()),
    }),
  ),
  removed: z.array(z.string()),
  // A new value for a list of the environment that holds one alone.
  proposal: z.nullable(z.object({ id: z.string(), value: z.string() })),
});

export type RotatedSecret = z.infer<typeof rotatedSecret>;

export const rotateSecret = operatorEndpoint('POST', '/secrets/:secret/rotate', {
  summary: 'Replace a secret without downtime: old values are accepted while they are needed',
  params: z.object({ secret: z.enum(secretKinds, unknownSecret) }),
  reply: rotatedSecret,
});

export const operatorCalls = [listReviews, getReview, decideReview, rotateSecret];
