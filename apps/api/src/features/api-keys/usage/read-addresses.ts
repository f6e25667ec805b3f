// From which addresses a key was used, the busiest first.

import type { AddressUse } from '@ballast/contract/keys/key-addresses';
import { and, asc, desc, eq, gte, max, sql } from 'drizzle-orm';
import type { Deps } from '../../../http/deps.ts';
import { apiKeys } from '../../../key-check/tables.ts';
import { keyUsageAddresses } from '../../../key-check/usage/tables.ts';

const requests = sql<number>`sum(${keyUsageAddresses.requests})::float8`;

export const readAddresses = async (
  deps: Deps,
  ownerId: string,
  keyId: string,
  start: Date,
  most?: number,
): Promise<AddressUse[]> => {
  const { address, lastSeenAt, hour } = keyUsageAddresses;
  const query = deps.db
    .select({ address, requests, lastSeenAt: max(lastSeenAt) })
    .from(keyUsageAddresses)
    .innerJoin(apiKeys, eq(apiKeys.id, keyUsageAddresses.keyId))
    .where(and(eq(apiKeys.userId, ownerId), eq(apiKeys.id, keyId), gte(hour, start)))
    .groupBy(address)
    .orderBy(desc(requests), asc(address));
  const rows = await (most === undefined ? query : query.limit(most));
  return rows.map((row) => ({ ...row, lastSeenAt: row.lastSeenAt?.toISOString() ?? '' }));
};
