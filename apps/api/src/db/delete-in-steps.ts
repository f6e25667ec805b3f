// Deletes a few rows at a time, so that nobody waits for it. The condition has to be one that an index answers.
import { type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Db } from './connections/open.ts';

const rowsAtOnce = 1000;

export const deleteInSteps = async (db: Db, table: PgTable, condition: SQL | undefined) => {
  for (;;) {
    const { rowCount } = await db.execute(sql`
      delete from ${table}
      where ctid = any(array(select ctid from ${table} where ${condition} limit ${rowsAtOnce}))`);
    if ((rowCount ?? 0) < rowsAtOnce) return;
  }
};
