// When a row goes, PostgreSQL looks for those that refer to it: without an index it reads their whole table.
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { useTestApp } from '../../testing/test-app.ts';

const app = useTestApp();

test('every column that refers to another table leads an index', async () => {
  const { rows } = await app().deps.db.execute<{ place: string }>(sql`
    select c.relname || '.' || a.attname as place
    from pg_constraint f
      join pg_class c on c.oid = f.conrelid and not c.relispartition
      join pg_attribute a on a.attrelid = c.oid and a.attnum = f.conkey[1]
    where f.contype = 'f' and c.relnamespace = 'public'::regnamespace
      and not exists (
        select from pg_index i where i.indrelid = c.oid and i.indkey[0] = f.conkey[1]
          and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = '(' || a.attname || ' IS NOT NULL)'))`);
  expect(rows.map(({ place }) => place)).toEqual([]);
});
