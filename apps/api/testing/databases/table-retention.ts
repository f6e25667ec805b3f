// Every table, what bounds it, and the job that keeps it so. docs/scaling.md shows the same; app/accounts/retention.pg.test.ts compares both with
// the schema.
import { getTableName } from 'drizzle-orm';
import { tables } from '../../src/app/tables.ts';
import { factsOf, type TableRetention } from '../../src/db/owned.ts';
import { daysOf } from '../../src/runtime/settings/retention.ts';

export const tableRetention: Record<string, TableRetention> = {
  ...Object.fromEntries(tables.map((table) => [getTableName(table), factsOf(table).retention])),
  'pgboss.job': {
    bound: `done ones an hour, given up ones ${daysOf('failedJobs')}`,
    job: 'sweep-expired',
  },
};

// How docs/scaling.md writes a row.
export const rowOf = (table: string, { bound, job }: TableRetention) =>
  `| \`${table}\` | ${bound} | ${job ? `\`${job}\`` : ''} |`;
