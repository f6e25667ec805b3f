// Waits until transactions wait for what another has locked. A transaction sees one state of the server's activity for
// as long as it lasts, so this asks outside of it; only PostgreSQL has another connection for that.
import { waitFor } from '@ballast/harness/wait-for';
import { sql } from 'drizzle-orm';
import type { Db } from '../../src/db/connections/open.ts';

export const somebodyToWait = (db: Db, count = 1) =>
  waitFor(`${count} transaction(s) to wait for a lock`, async () => {
    const { rows } = await db.execute(
      sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    );
    if (rows.length < count) throw new Error(`${rows.length} wait`);
  });
