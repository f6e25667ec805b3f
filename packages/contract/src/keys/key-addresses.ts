import * as z from 'zod/mini';

// An hour of a key tells so many addresses apart, and counts further ones together under a name that is no address.
export const addressesPerHour = 100;
export const otherAddresses = 'other';
export const shownAddresses = 20;

// Allowed and limited requests.
export const addressUse = z.object({ address: z.string(), requests: z.number(), lastSeenAt: z.string() });
export type AddressUse = z.infer<typeof addressUse>;
