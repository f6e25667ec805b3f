// A sandbox key that was deleted by mistake comes back within seconds. Until then it is refused like any deleted key.
import * as z from 'zod/mini';
import { endpoint } from '../http/endpoint.ts';
import { apiKey, keyIds, keyLimits } from './api-keys.ts';

export const undoSeconds = 10;

export const restoreMessages = {
  over: `A key can be restored for ${undoSeconds} seconds after you delete it. Create a new one.`,
  production: 'A production key can’t be restored. Create a new one.',
  nameTaken: (name: string) =>
    `You have another active key with the name "${name}" now. Rename that one first.`,
} as const;

export const restoreKey = endpoint('POST', '/api-keys/:id/restore', {
  auth: 'verified',
  cli: ['keys'],
  summary: `Bring back a sandbox key that was deleted in the last ${undoSeconds} seconds`,
  params: z.object({ id: z.uuid('This key does not exist') }),
  reply: apiKey,
});

// A key whose name was given away meanwhile is refused alone. Anything else that is wrong with one of them refuses all.
export const restoreKeys = endpoint('POST', '/api-keys/restore', {
  auth: 'verified',
  cli: ['keys'],
  summary: `Bring back up to ${keyLimits.deletedAtOnce} sandbox keys that were deleted in the last ${undoSeconds} seconds`,
  body: z.strictObject({ ids: keyIds }),
  reply: z.object({
    restored: z.array(apiKey),
    refused: z.array(z.object({ id: z.uuid(), name: z.string(), message: z.string() })),
  }),
});

export const restoreCalls = [restoreKey, restoreKeys];
