// Whether mails get out: an attempt failed, and none has succeeded since.
import { sql } from 'drizzle-orm';
import type { Db } from '../db/connections/open.ts';
import { readLastTime } from '../db/last-times.ts';
import { sendEmailQueue } from './mail-kinds.ts';

export const isMailFailing = async (db: Db) => {
  const sentAt = await readLastTime(db, 'mail');
  const { rows } = await db.execute<{ failing: boolean }>(sql`
    select exists (
      select from pgboss.job
      where name = ${sendEmailQueue.name}
        and (state in ('retry', 'failed') or (state = 'active' and retry_count > 0))
        and started_on > coalesce(${sentAt?.toISOString() ?? null}::timestamptz, '-infinity')) as failing`);
  return rows[0]?.failing ?? false;
};
