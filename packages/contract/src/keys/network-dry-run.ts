// Which requests networks would have refused, before they are switched on.
import * as z from 'zod/mini';
import { endpoint } from '../http/endpoint.ts';
import { addressUse } from './key-addresses.ts';
import { allowedNetworks } from './key-restrictions.ts';

export const dryRunDays = 30;
export const dryRunAddresses = 100;

const networkDryRun = z.object({
  requests: z.number(),
  refused: z.number(),
  // The busiest first. Addresses that were not told apart count as refused.
  addresses: z.array(addressUse),
});
export type NetworkDryRun = z.infer<typeof networkDryRun>;

export const tryNetworks = endpoint('POST', '/api-keys/:id/network-dry-run', {
  cost: 'networkDryRun',
  auth: 'verified',
  cli: ['read', 'keys'],
  summary: `Test networks against the requests of the last ${dryRunDays} days`,
  params: z.object({ id: z.uuid('This key does not exist') }),
  body: z.strictObject({ allowedNetworks }),
  reply: networkDryRun,
});

export const dryRunCalls = [tryNetworks];
