// The newest row of each account: those who wait for the next request look here.
import { sql } from 'drizzle-orm';
import type { Db } from '../../db/connections/open.ts';
import { beforeAll } from './read-requests.ts';

// Rows are written soon after their requests, so the last days are enough.
export const readNewestIds = async (db: Db, ownerIds: string[]) => {
  const { rows } = await db.execute<{ owner: string; newest: string }>(sql`
    select distinct on (user_id) user_id as owner, last_id as newest from key_request_days
    where user_id = any(${sql.param(ownerIds)}::uuid[]) order by user_id, last_id desc`);
  return new Map(rows.map(({ owner, newest }) => [owner, newest]));
};

export const newestIdOf = async (db: Db, ownerId: string) =>
  (await readNewestIds(db, [ownerId])).get(ownerId) ?? beforeAll;
