// What a hostile account has: as many keys as one answer names, and a long activity log. Some keys were used in every minute of 90
// days, or from as many addresses as are stored.
import { createCliToken } from '@ballast/contract/cli/cli-auth';
import { insertKeys, makeSecret } from '@ballast/harness/many-keys';
import type pg from 'pg';
import type { Stage } from '../stage.ts';
import type { HostileAccount } from './account.ts';

const keys = 200;
const busyKeys = 2;
const entries = 100_000;

const usedMinutes = `
  insert into key_usage_minutes (key_id, minute, allowed, limited, refused)
  select id, minute, 100, 3, 1 from unnest($1::uuid[]) id,
    generate_series(date_trunc('minute', now() - interval '89 days'), now(), interval '1 minute') minute`;

const usedHours = `
  insert into key_usage_minutes (key_id, minute, allowed, limited, refused)
  select id, hour, 100, 3, 1 from unnest($1::uuid[]) id,
    generate_series(date_trunc('hour', now() - interval '29 days'), now(), interval '1 hour') hour`;

const usedAddresses = `
  insert into key_usage_addresses (key_id, hour, address, requests, last_seen_at)
  select id, hour, '203.' || nth || '.' || extract(hour from hour) || '.' || extract(day from hour), 7, hour
  from unnest($1::uuid[]) id, generate_series(0, 99) nth,
    generate_series(date_trunc('hour', now() - interval '29 days'), now(), interval '1 hour') hour`;

const activities = `
  insert into activities (user_id, type, description, environment, address, created_at)
  select $1, 'key_updated', 'Renamed by Mara Okafor from 203.0.113.24, entry ' || n, 'SANDBOX', '203.0.113.24',
    now() - n * interval '1 second'
  from generate_series(1, ${entries}) n`;

export const makePartitions = (database: pg.Client) =>
  database.query(
    `select make_key_usage_partition((now() - day * interval '1 day')::date) from generate_series(0, 90) day`,
  );

export const newHostileAccount = async (stage: Stage, database: pg.Client): Promise<HostileAccount> => {
  const { user, session, call } = await stage.newDeveloper();
  const owner = { userId: user.id, pepper: stage.pepper, rateLimit: 1000 };
  await insertKeys(database, owner, Array.from({ length: keys }, makeSecret));
  const { rows } = await database.query<{ id: string }>('select id from api_keys where user_id = $1', [
    user.id,
  ]);
  const keyIds = rows.map(({ id }) => id);
  const busy = keyIds.slice(0, busyKeys);
  await database.query(usedMinutes, [busy]);
  await database.query(usedHours, [keyIds.slice(busyKeys)]);
  await database.query(usedAddresses, [busy]);
  await database.query(activities, [user.id]);
  const { token } = await call(createCliToken, {
    body: { name: 'machine', scopes: ['read', 'keys:sandbox'] },
  });
  return { session: session.access_token, token, keyIds };
};
