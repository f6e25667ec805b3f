// Whether the database can be read and written. The answer comes within two seconds, whatever the database does.
import { sql } from 'drizzle-orm';
import { inTime } from '../../runtime/in-time.ts';
import type { Db } from './open.ts';

type DatabaseState = 'ready' | 'read-only' | 'unreachable';

const answerWithinMs = 1500;

const isWritable = async (db: Db) => {
  const { rows } = await db.execute<{ writable: boolean }>(
    sql`select not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off' as writable`,
  );
  return rows[0]?.writable ?? false;
};

export const askInTime = <T>(asking: Promise<T>): Promise<T | null> =>
  inTime(asking, answerWithinMs).catch(() => null);

export const databaseState = async (db: Db): Promise<DatabaseState> => {
  const writable = await askInTime(isWritable(db));
  if (writable === null) return 'unreachable';
  return writable ? 'ready' : 'read-only';
};
