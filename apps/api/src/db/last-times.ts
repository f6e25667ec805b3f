// When a mail was last sent and a backup last taken. Jobs that are done are forgotten within an hour, so this is on record apart.
import { eq, sql } from 'drizzle-orm';
import type { Db } from './connections/open.ts';
import { lastTimes } from './tables.ts';

export type Watched = 'mail' | 'backup';

// By default the time is that of the database's clock, which the job queue uses too.
export const noteTime = async (db: Db, what: Watched, given?: Date) => {
  const at = given ?? sql`clock_timestamp()`;
  await db.insert(lastTimes).values({ what, at }).onConflictDoUpdate({ target: lastTimes.what, set: { at } });
};

export const readLastTime = async (db: Db, what: Watched) => {
  const [row] = await db.select().from(lastTimes).where(eq(lastTimes.what, what));
  return row?.at ?? null;
};
