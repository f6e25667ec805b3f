// The database compares: comparing all addresses of a key here would hold up key checks.
import type { AddressUse } from '@ballast/contract/keys/key-addresses';
import { dryRunAddresses, dryRunDays } from '@ballast/contract/keys/network-dry-run';
import { sql } from 'drizzle-orm';
import type { Deps } from '../../../http/deps.ts';
import { apiKeys } from '../../../key-check/tables.ts';
import { keyUsageAddresses } from '../../../key-check/usage/tables.ts';
import { secondsBefore } from '../../../runtime/times.ts';
import { findKey } from '../owned-key.ts';
import { readRestrictions } from './restrictions.ts';

type Row = { address: string; requests: number; lastSeenAt: Date | string; total: number; refused: number };

// Addresses that were not told apart, and that of a Unix socket, are none that PostgreSQL could read.
const isAllowed = (networks: string[]) => sql`
  case when address ~ '^[0-9a-f.:]+$' then address::inet <<= any(${sql.param(networks)}::text[]::inet[]) else false end`;

const readRefused = (deps: Deps, ownerId: string, keyId: string, networks: string[]) => {
  const { hour, requests, lastSeenAt } = keyUsageAddresses;
  const start = secondsBefore(deps.now(), dryRunDays * 24 * 3600).toISOString();
  return deps.db.execute<Row>(sql`
    with uses as (
      select ${keyUsageAddresses.address} as address, sum(${requests})::float8 as requests, max(${lastSeenAt}) as seen
      from ${keyUsageAddresses} inner join ${apiKeys} on ${apiKeys.id} = ${keyUsageAddresses.keyId}
      where ${apiKeys.userId} = ${ownerId} and ${apiKeys.id} = ${keyId} and ${hour} >= ${start}
      group by 1),
    judged as (select address, requests, seen, ${isAllowed(networks)} as allowed from uses),
    sums as (
      select coalesce(sum(requests), 0)::float8 as total,
        coalesce(sum(requests) filter (where not allowed), 0)::float8 as refused from judged),
    busiest as (
      select * from judged where not allowed order by requests desc, address limit ${dryRunAddresses})
    select total, refused, address, requests, seen as "lastSeenAt"
    from sums left join busiest on true order by requests desc, address`);
};

const toUse = ({ address, requests, lastSeenAt }: Row): AddressUse => ({
  address,
  requests,
  lastSeenAt: new Date(lastSeenAt).toISOString(),
});

export const tryNetworks = async (deps: Deps, ownerId: string, id: string, wanted: string[]) => {
  const key = await findKey(deps.db, ownerId, id);
  const { allowedNetworks } = readRestrictions(deps, { allowedNetworks: wanted });
  const { rows } = await readRefused(deps, ownerId, key.id, allowedNetworks ?? []);
  const [sums] = rows;
  return {
    requests: sums?.total ?? 0,
    refused: sums?.refused ?? 0,
    // Without a refused request there is one row of sums alone.
    addresses: rows.filter(({ address }) => address !== null).map(toUse),
  };
};
