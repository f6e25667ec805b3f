// Usage is counted in equal steps of time, the last of which is still running.
import * as z from 'zod/mini';
import { endpoint } from '../http/endpoint.ts';
import { oneOf } from '../http/field.ts';
import { forwards, isForwards, type Span, spanMs } from '../http/span.ts';
import { moment } from '../text.ts';
import { environments, keyLimits } from './api-keys.ts';
import { addressUse, shownAddresses } from './key-addresses.ts';

export const usageWindows = {
  '1h': { bucketSeconds: 60, buckets: 60 },
  '24h': { bucketSeconds: 3600, buckets: 24 },
  '30d': { bucketSeconds: 24 * 3600, buckets: 30 },
} as const;

export type UsageWindow = keyof typeof usageWindows;

export const keyUsageWindows = {
  '1h': usageWindows['1h'],
  '24h': usageWindows['24h'],
  '7d': { bucketSeconds: 3600, buckets: 7 * 24 },
  '30d': usageWindows['30d'],
  '90d': { bucketSeconds: 24 * 3600, buckets: 90 },
} as const;

export type KeyUsageWindow = keyof typeof keyUsageWindows;

const daySeconds = 24 * 3600;

// These are expensive to count.
export const isLongUsage = ({ window, from, to }: Span & { window: KeyUsageWindow }) =>
  from && to ? spanMs({ from, to }) > 2 * daySeconds * 1000 : window !== '1h' && window !== '24h';

// Minutes older than this are kept as days.
export const usageMinuteDays = 90;

// A part of the time is counted in the finest of these steps that makes at most a week of hours.
const usageSteps = [60, 300, 900, 3600] as const;
const mostSteps = keyUsageWindows['7d'].buckets;
export const usageStepOf = (milliseconds: number) =>
  usageSteps.find((seconds) => milliseconds <= mostSteps * seconds * 1000) ?? daySeconds;

// A refused request came with a value that was rotated or deleted, or met a restriction.
const counts = { allowed: z.number(), limited: z.number(), refused: z.number() };

export const usageCounts = z.object(counts);
export type UsageCounts = z.infer<typeof usageCounts>;

export const requestsOf = ({ allowed, limited, refused }: UsageCounts) => allowed + limited + refused;

const usageBucket = z.object({ start: z.string(), ...counts });
export type UsageBucket = z.infer<typeof usageBucket>;

const usage = {
  bucketSeconds: z.number(),
  total: usageCounts,
  // The oldest first, including steps without a request, in UTC.
  buckets: z.array(usageBucket),
};

const keyUsage = z.object({
  window: z.enum(['1h', '24h', '7d', '30d', '90d']),
  ...usage,
  // The busiest first.
  addresses: z.array(addressUse),
  lastUse: z.nullable(z.object({ at: z.string(), address: z.string(), userAgent: z.string() })),
});
export type KeyUsage = z.infer<typeof keyUsage>;

const window = z._default(oneOf('window', ['1h', '24h', '30d']), '24h');

export const getKeyUsage = endpoint('GET', '/api-keys/:id/usage', {
  cost: 'usage',
  auth: 'verified',
  cli: ['read', 'keys'],
  summary: `Get the usage of an API key by minute (1 hour), hour (24 hours, 7 days) or day (30, 90 days), or from one time to another, its top ${shownAddresses} IP addresses and its last use`,
  params: z.object({ id: z.uuid('This key does not exist') }),
  query: z
    .object({
      window: z._default(oneOf('window', ['1h', '24h', '7d', '30d', '90d']), '24h'),
      // Both together replace the window by a part of the time.
      from: z.optional(moment('from')),
      to: z.optional(moment('to')),
    })
    .check(
      z.refine(({ from, to }) => Boolean(from) === Boolean(to), {
        path: ['to'],
        error: 'to must be set together with from',
      }),
      z.refine(isForwards, forwards),
      z.refine((query) => spanMs(query) <= usageMinuteDays * daySeconds * 1000, {
        path: ['to'],
        error: `to must be at most ${usageMinuteDays} days after from`,
      }),
    ),
  reply: keyUsage,
});

const environmentUsage = z.object({
  window: z.enum(['1h', '24h', '30d']),
  ...usage,
  // Active keys alone, of many the newest; the sum counts all keys, also deleted ones.
  keys: z.array(z.object({ keyId: z.uuid(), total: usageCounts, buckets: z.array(usageBucket) })),
});
export type EnvironmentUsage = z.infer<typeof environmentUsage>;

// The ids are separated by commas, so that a list fits into an address.
const uuid = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const idsProblem = `ids must be 1 to ${keyLimits.page} ids of keys, separated by commas`;
const ids = z.optional(
  z
    .string(idsProblem)
    .check(z.regex(new RegExp(`^${uuid}(,${uuid}){0,${keyLimits.page - 1}}$`, 'i'), idsProblem)),
);

export const getUsage = endpoint('GET', '/api-keys/usage', {
  cost: 'usage',
  auth: 'verified',
  cli: ['read', 'keys'],
  summary: `Get the usage of all API keys in an environment, and of each of the newest ${keyLimits.page}; with ids, of those keys only`,
  query: z.object({
    environment: oneOf('environment', environments),
    window,
    ids,
  }),
  reply: environmentUsage,
});

export const usageCalls = [getUsage, getKeyUsage];
