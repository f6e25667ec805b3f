// This reads the newest activities and the keys, in a small log and in one of ten million entries, on PostgreSQL.
import { listActivities } from '@ballast/contract/activities';
import { createKey, listKeys } from '@ballast/contract/keys/api-keys';
import { newDeveloper } from '@ballast/harness/developer';
import { startPortal } from '@ballast/harness/portal';
import { startPostgres } from '@ballast/harness/postgres';
import pg from 'pg';
import { postgresSettings } from './postgres-settings.ts';

const small = 10_000;
const large = 10_000_000;
const developers = 1000;
const samples = 200;

// Every developer, the measured one included, has an equal share of the log.
const fill = `
  insert into activities (user_id, type, description, environment, address, created_at)
  select owners.id, 'key_updated', 'entry ' || n, case n % 3 when 0 then 'SANDBOX' when 1 then 'PRODUCTION' end, '203.0.113.24',
         now() - (n || ' seconds')::interval
  from generate_series($1::int, $2::int) n
  join (select id, row_number() over (order by created_at, id) - 1 as place from users) owners on owners.place = n % ${developers}`;

const median = async (call: () => Promise<unknown>) => {
  const times: number[] = [];
  for (let i = 0; i < samples; i += 1) {
    const began = performance.now();
    await call();
    times.push(performance.now() - began);
  }
  return times.toSorted((a, b) => a - b)[samples / 2] ?? 0;
};

export const measureActivityLog = async () => {
  const postgres = await startPostgres(postgresSettings);
  const portal = await startPortal({ DATABASE_URL: postgres.url, LOG_LEVEL: 'silent' });
  const database = new pg.Client(postgres.url);
  await database.connect();

  const { call, email } = await newDeveloper(portal.url);
  for (let i = 0; i < 10; i += 1)
    await call(createKey, { body: { name: `key ${i}`, environment: 'SANDBOX' } });
  await database.query(
    `insert into users (email, auth_method) select 'developer' || n || '@northwind.dev', 'EMAIL' from generate_series(1, $1::int) n`,
    [developers - 1],
  );

  const reads = {
    'GET /api/activities?limit=100': () => call(listActivities, { query: { limit: 100 } }),
    '  …&environment=SANDBOX': () => call(listActivities, { query: { limit: 100, environment: 'SANDBOX' } }),
    'GET /api/api-keys': () => call(listKeys, { query: {} }),
  };
  const measure = async () => {
    await database.query('analyze');
    const times: number[] = [];
    for (const read of Object.values(reads)) {
      await median(read);
      times.push(await median(read));
    }
    return times;
  };

  await database.query(fill, [1, small]);
  const before = await measure();
  for (let from = small + 1; from <= large; from += 1_000_000) {
    await database.query(fill, [from, Math.min(large, from + 999_999)]);
  }
  const after = await measure();

  console.log(`Reading the log of one of ${developers} developers, PostgreSQL, median of ${samples}`);
  console.log(
    `  ${''.padEnd(34)}${'10 thousand'.padStart(14)}${'10 million'.padStart(14)}${'ratio'.padStart(8)}   budget 1.5`,
  );
  for (const [i, name] of Object.keys(reads).entries()) {
    const [small = 0, large = 0] = [before[i], after[i]];
    const row = [
      `${small.toFixed(2)} ms`.padStart(14),
      `${large.toFixed(2)} ms`.padStart(14),
      (large / small).toFixed(2).padStart(8),
    ];
    console.log(`  ${name.padEnd(34)}${row.join('')}`);
  }
  const plan = await database.query(
    `explain (analyze, costs off) select * from activities where user_id = (select id from users where email = $1) order by created_at desc, id desc limit 101`,
    [email],
  );
  console.log(`${plan.rows.map((row) => `    ${row['QUERY PLAN']}`).join('\n')}\n`);

  await database.end();
  await portal.stop();
  await postgres.remove();
};
