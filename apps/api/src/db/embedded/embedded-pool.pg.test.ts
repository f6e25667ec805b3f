import { expect, test } from 'vitest';
import { onPostgres, openTestDatabase } from '../../../testing/databases/database.ts';

const named = { name: 'one', text: 'select 1 as one' };
const one = [{ one: 1 }];

test.skipIf(onPostgres())(
  'the embedded database keeps its session through a statement that failed, and renews it with its connection',
  async () => {
    const { pool, close } = await openTestDatabase();
    expect((await pool.query(named)).rows).toEqual(one);
    await expect(pool.query('select * from nowhere')).rejects.toMatchObject({ code: '42P01' });
    expect((await pool.query('select name from pg_prepared_statements')).rows).toEqual([{ name: 'one' }]);

    await expect(pool.query('begin; select * from nowhere; commit')).rejects.toMatchObject({ code: '42P01' });
    expect((await pool.query(named)).rows).toEqual(one);

    const lost = await pool.connect();
    await lost.query('begin');
    lost.release(true);
    expect((await pool.query(named)).rows).toEqual(one);
    await expect(pool.query('select now() = statement_timestamp() as alone')).resolves.toMatchObject({
      rows: [{ alone: true }],
    });
    await close();
  },
);
