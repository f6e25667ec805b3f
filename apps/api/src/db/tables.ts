import { pgTable, text } from 'drizzle-orm/pg-core';
import { time } from './columns.ts';
import { owned } from './owned.ts';

// When something was last done, by any process: see last-times.ts.
export const lastTimes = owned(
  pgTable('last_times', { what: text().primaryKey(), at: time().notNull() }),
  () => ({
    retention: { bound: 'one row for each thing that is watched' },
  }),
);
