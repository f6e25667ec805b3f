import * as z from 'zod/mini';
import { endpoint } from '../http/endpoint.ts';
import { paragraph } from '../text.ts';
import { keyLimits, keyMessages, rateLimitRequest } from './api-keys.ts';

// A form sends text; a call sends a number.
const requestedLimit = z
  .number({
    error: (issue) =>
      issue.input === undefined || Number.isNaN(issue.input)
        ? keyMessages.limitRequired
        : keyMessages.limitPositive,
  })
  .check(
    z.int(keyMessages.limitPositive),
    z.gte(1, keyMessages.limitPositive),
    z.lte(keyLimits.maxRateLimit, keyMessages.limitTooHigh),
  );

const reason = paragraph({
  label: 'Justification',
  required: keyMessages.reasonTooShort,
  min: keyLimits.reasonMin,
  max: keyLimits.reasonMax,
});

export const rateLimitForm = (current: number) =>
  z.object({
    requestedLimit: requestedLimit.check(
      z.refine((limit) => limit > current, keyMessages.limitNotHigher(current)),
    ),
    reason,
  });

const params = z.object({ id: z.uuid('This key does not exist') });

export const requestRateLimit = endpoint('POST', '/api-keys/:id/rate-limit-request', {
  auth: 'verified',
  cli: ['keys'],
  idempotent: true,
  summary: 'Request a higher rate limit',
  status: 201,
  params,
  body: z.strictObject({ requestedLimit, reason }),
  reply: z.object({ message: z.string(), request: rateLimitRequest }),
});

export const listKeyRequests = endpoint('GET', '/api-keys/:id/rate-limit-requests', {
  auth: 'verified',
  cli: ['read', 'keys'],
  summary: `List the rate-limit requests of an API key, newest first, up to ${keyLimits.requests}`,
  params,
  reply: z.array(rateLimitRequest),
});

export const listRequests = endpoint('GET', '/rate-limit-requests', {
  auth: 'verified',
  cli: ['read'],
  summary: `List your rate-limit requests, newest first, up to ${keyLimits.requests}`,
  reply: z.array(rateLimitRequest),
});

export const rateLimitCalls = [requestRateLimit, listKeyRequests, listRequests];
