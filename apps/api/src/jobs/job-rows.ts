// Jobs as operators see them: without their data, which holds addresses and names.
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../db/connections/open.ts';

export type JobRow = {
  id: string;
  queue: string;
  state: 'created' | 'retry' | 'active' | 'completed' | 'cancelled' | 'failed';
  createdAt: Date | string;
  attempts: number;
  lastError: string | null;
  nextAttemptAt: Date | string | null;
};

const columns = sql`id, name as queue, state::text as state, created_on as "createdAt",
  retry_count + (started_on is not null)::int as attempts, output ->> 'message' as "lastError",
  case when state < 'active' then start_after end as "nextAttemptAt"`;

// pg-boss has queues of its own.
export const isOurs = sql`name not like '\\_\\_pgboss%'`;

const read = async (db: Db, condition: SQL, limit: number) => {
  const { rows } = await db.execute<JobRow>(sql`
    select ${columns} from pgboss.job where ${isOurs} and ${condition} order by created_on, id limit ${limit}`);
  return rows;
};

export const listQueues = async (db: Db) => {
  const { rows } = await db.execute<{ name: string }>(
    sql`select name from pgboss.queue where ${isOurs} order by name`,
  );
  return rows.map(({ name }) => name);
};

// Those that are not done.
export const listJobs = (db: Db, queue: string | undefined, limit: number) =>
  read(db, sql`state <> 'completed' and ${queue === undefined ? sql`true` : sql`name = ${queue}`}`, limit);

export const findJobs = (db: Db, idStart: string, limit: number) =>
  read(db, sql`starts_with(id::text, ${idStart.toLowerCase()})`, limit);

// One that was given up gets all its tries again.
const again = sql`update pgboss.job set state = 'retry', retry_count = 0, start_after = now(), completed_on = null`;
// Nobody may believe that a mail was stopped which is out, or is on its way.
const canBeTried = sql`state in ('created', 'retry', 'failed', 'cancelled')`;

export const retryJob = async (tx: Db, { id, queue }: JobRow) => {
  const { rowCount } = await tx.execute(sql`${again} where name = ${queue} and id = ${id} and ${canBeTried}`);
  return (rowCount ?? 0) > 0;
};

export const retryQueue = async (tx: Db, queue: string) => {
  const { rowCount } = await tx.execute(
    sql`${again} where name = ${queue} and state in ('retry', 'failed') and ${isOurs}`,
  );
  return rowCount ?? 0;
};

// Null when it is done, or is being done. The label is what it was queued with.
export const dropJob = async (tx: Db, { id, queue }: JobRow) => {
  const { rows } = await tx.execute<{ label: string | null }>(sql`
    delete from pgboss.job where name = ${queue} and id = ${id} and ${canBeTried}
    returning singleton_key as label`);
  return rows[0] ?? null;
};
