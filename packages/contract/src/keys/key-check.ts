// Gateways and API keys call these, under /v1.
import * as z from 'zod/mini';
import { endpoint, routeOf } from '../http/endpoint.ts';
import { environments } from './api-keys.ts';

// In ASCII: gateways get them in a header, too.
export const keyCheckMessages = {
  missing: 'Send an API key: Authorization: Bearer <key>, or X-Api-Key: <key>.',
  unknown: "This API key doesn't exist. Check that you copied all of it.",
  revoked: 'This API key was rotated or deleted. Use the new key, or another one.',
  suspended: 'The account of this API key is suspended. Its owner can write to support.',
  expired: (expiresAt: string) =>
    `This API key expired at ${expiresAt}. Extend it in the dashboard, or use another key.`,
  addressNotAllowed: (address: string) =>
    `This API key may not be used from ${address || 'here'}. Add the address to its allowed networks, or use another key.`,
  scopeMissing: (scope: string | null) =>
    `This API key may not do this: it lacks the scope ${scope ?? 'that this needs'}. Give it the scope, or use another key.`,
  limited: (rateLimit: number) =>
    `This API key may make ${rateLimit} requests per second. Try again in a second.`,
  unavailable: 'Key checks are unavailable right now. Try again in a second.',
  sandboxOnly: 'Test tokens belong to the sandbox: use a sandbox key.',
} as const;

// A bucket of one second's requests is never further than a second from its next one.
export const retryAfterSeconds = 1;

// nginx sees nothing of an answer but its headers.
export const keyHeaders = {
  keyId: 'x-ballast-key-id',
  userId: 'x-ballast-user-id',
  environment: 'x-ballast-environment',
  code: 'x-ballast-code',
  message: 'x-ballast-message',
  // The database is away: for so many seconds the key was not known for certain.
  stale: 'x-ballast-stale',
} as const;

// The headers follow draft-ietf-httpapi-ratelimit-headers: structured fields with one policy.
export const rateLimitPolicy = (rateLimit: number) => `"default";q=${rateLimit};w=1`;
export const rateLimitLeft = (remaining: number) => `"default";r=${remaining};t=1`;

export const checkedKey = z.object({
  keyId: z.uuid(),
  name: z.string(),
  environment: z.enum(environments),
  userId: z.uuid(),
  rateLimit: z.number(),
  // Null is every scope, and no expiry.
  scopes: z.nullable(z.array(z.string())),
  expiresAt: z.nullable(z.string()),
});

export type CheckedKey = z.infer<typeof checkedKey>;

export const checkKey = endpoint('GET', '/key-check', {
  root: 'gateway',
  auth: 'api-key',
  summary:
    'Check an API key; this counts against its rate limit. Pass the scope the request needs as ?scope= or in the header X-Required-Scope',
  reply: checkedKey,
});

export const getBalance = endpoint('GET', '/balance', {
  root: 'gateway',
  auth: 'api-key',
  summary: 'Get the sandbox balance; sandbox keys only',
  // Null where the faucet pays to addresses of a network.
  reply: z.object({ balance: z.nullable(z.number()), token: z.string() }),
});

// It is answered in front of the framework, by its whole path.
export const keyCheckPath = routeOf(checkKey);

export type Balance = z.infer<typeof getBalance.reply>;

export const keyCheckCalls = [checkKey, getBalance];
