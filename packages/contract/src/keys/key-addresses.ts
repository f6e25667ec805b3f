// From which addresses a key, or one of its values, is used.
import * as z from 'zod/mini';

// An hour of a key tells so many addresses apart, and counts all further ones together, under a name that is no address.
export const addressesPerHour = 100;
export const otherAddresses = 'other';
// The answer tells the busiest of them.
export const shownAddresses = 20;

// The requests that passed or were one too many in their second, in the hours that are asked for.
export const addressUse = z.object({ address: z.string(), requests: z.number(), lastSeenAt: z.string() });
export type AddressUse = z.infer<typeof addressUse>;
