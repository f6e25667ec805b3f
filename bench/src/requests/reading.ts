// How long reading takes among ten million rows of one account. `npm run bench -- requests --rows=100000` has fewer.
import { groupRequests, listRequests } from '@ballast/contract/requests/requests';
import type { Stage } from '../key-check/stage.ts';
import { summarize } from '../load.ts';
import { numberOption } from '../options.ts';

const rows = numberOption('rows', 10_000_000);
const rowsPerStep = 500_000;
const days = 7;
const secondsPerRow = (days * 86_400) / rows;
const keys = 100;
const samples = 200;

// As the key check writes them: the id begins with the time. Each key has fifty requests in turn, of every outcome.
const fill = `
  insert into key_requests (id, at, user_id, key_id, environment, outcome, reason, method, path, address, user_agent, request_id,
    scope, weight)
  select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || lpad(to_hex(n % 4096), 3, '0')
      || substr(replace(gen_random_uuid()::text, '-', ''), 17))::uuid,
    at, $1, keys.id, 'SANDBOX',
    case when n % 50 = 0 then 'refused' when n % 10 = 0 then 'limited' else 'allowed' end,
    case when n % 50 = 0 then 'scope_missing' when n % 10 = 0 then 'rate_limited' end,
    'GET', '/payments/' || n, '203.0.113.' || n % 200, 'acme-node/1.4', 'request-' || n, null, 1
  from generate_series($3::int, $4::int) n
  cross join lateral (select $5::timestamptz - n * $2::float8 * interval '1 second' as at) times
  join (select id, row_number() over (order by id) - 1 as place from api_keys where user_id = $1 limit ${keys}) keys
    on keys.place = n / 50 % ${keys}`;

export const fillTable = async ({ database, developerId }: Stage, now: Date) => {
  await database.query(
    "select make_key_request_partition((now() at time zone 'UTC')::date - n) from generate_series(1, $1::int) n",
    [days],
  );
  for (let from = 1; from <= rows; from += rowsPerStep)
    await database.query(fill, [
      ...[developerId, secondsPerRow, from, Math.min(rows, from + rowsPerStep - 1)],
      now,
    ]);
  await database.query('vacuum analyze key_requests');
};

type Reads = [string, (n: number) => Promise<unknown>][];

const readsOf = async (stage: Stage, now: Date): Promise<Reads> => {
  const call = stage.callOn(0);
  const { rows: found } = await stage.database.query(
    'select id from api_keys where user_id = $1 order by id limit $2',
    [stage.developerId, keys],
  );
  const keyOf = (n: number) => found[n % keys].id as string;
  const timeOf = (n: number) => new Date(now.getTime() - n * secondsPerRow * 1000);
  // Spread over all days.
  const rowOf = (n: number) => 1 + ((n * 40_009) % rows);
  const minuteOf = (n: number) => {
    const to = timeOf(rowOf(n));
    return { from: new Date(to.getTime() - 60_000).toISOString(), to: to.toISOString() };
  };
  const outcomeOf = (n: number) => (n % 2 ? ('refused' as const) : ('limited' as const));
  return [
    ['by request id', (n) => call(listRequests, { query: { requestId: `request-${rowOf(n)}` } })],
    ['by an unknown id', (n) => call(listRequests, { query: { requestId: `nobody-${n}` } })],
    ['by key and outcome', (n) => call(listRequests, { query: { keyId: keyOf(n), outcome: outcomeOf(n) } })],
    ['by key and minute', (n) => call(listRequests, { query: { keyId: keyOf(n), ...minuteOf(n) } })],
    ['newest of all', () => call(listRequests, { query: { environment: 'SANDBOX' } })],
    ['groups of a key', (n) => call(groupRequests, { query: { keyId: keyOf(n), outcome: outcomeOf(n) } })],
    [
      'groups of all',
      (n) => call(groupRequests, { query: { environment: 'SANDBOX', outcome: outcomeOf(n) } }),
    ],
  ];
};

// The time of the database alone is within that of the call.
export const measureReading = async (stage: Stage, now: Date) => {
  console.log(`among ${rows.toLocaleString('en')} rows of one account, with HTTP:`);
  for (const [name, read] of await readsOf(stage, now)) {
    const times: number[] = [];
    for (let n = 1; n <= samples; n += 1) {
      const began = performance.now();
      await read(n);
      times.push(performance.now() - began);
    }
    const { p50, p99 } = summarize(times, 1);
    console.log(`  ${name.padEnd(20)} 50% ${p50.toFixed(1)} ms, 99% ${p99.toFixed(1)} ms   budget 50 ms`);
  }
};
