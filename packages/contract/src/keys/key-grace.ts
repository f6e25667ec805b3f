// After a rotation the old value may have a grace period, in which both pass the key check.
import * as z from 'zod/mini';
import { eitherOf } from '../http/field.ts';
import { addressUse } from './key-addresses.ts';

const hour = 3600;
const day = 24 * hour;

// The first is the default: the old value stops at once.
export const graces = [0, hour, day, 7 * day] as const;
export type Grace = (typeof graces)[number];

export const graceSeconds = z._default(
  z.literal(graces, `graceSeconds must be ${eitherOf(graces.map(String))}`),
  0,
);

// The replaced value in its grace period. Its requests are those since the rotation, in the current hour and the 23 before.
export const previousValue = z.object({
  endsAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
  requests24h: z.number(),
  // The busiest first.
  addresses: z.array(addressUse),
});
export type PreviousValue = z.infer<typeof previousValue>;
