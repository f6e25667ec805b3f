// The log of requests: what it costs the key check, how soon a row is there, and how long reading takes among ten million rows.
import { groupRequests, listRequests } from '@ballast/contract/requests/requests';
import { waitFor } from '@ballast/harness/wait-for';
import { type Stage, startStage } from './key-check/stage.ts';
import { askAll, during, onceEach, questionWith, showLoad, summarize } from './load.ts';

const turns = 5;
const turnMs = 3000;
const manyKeys = 10_000;
const rows = 10_000_000;
const days = 7;
const samples = 200;

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

// In turns, because machines are noisy.
const measureCost = async (stage: Stage) => {
  const [one = ''] = await stage.newKeys(1, 100_000);
  const many = (await stage.newKeys(manyKeys)).map(questionWith);
  const [withLog = 0, without = 0] = stage.ports;
  for (const [name, questions] of [
    ['1 key', [questionWith(one)]],
    ['10 000 keys', many],
  ] as const) {
    const loads = { without: [] as number[], withLog: [] as number[] };
    const ask = async (port: number) => {
      await askAll([port], onceEach(questions));
      return askAll([port], during(turnMs, [...questions]));
    };
    await ask(without);
    await ask(withLog);
    for (let turn = 0; turn < turns; turn += 1) {
      loads.without.push((await ask(without)).perSecond);
      loads.withLog.push((await ask(withLog)).perSecond);
    }
    const [off, on] = [median(loads.without), median(loads.withLog)];
    console.log(
      `${name.padEnd(14)} without the log ${off.toFixed(0)}/s, with it ${on.toFixed(0)}/s: ${(on / off).toFixed(2)}   budget 0.95`,
    );
  }
};

const fill = `
  insert into key_requests (id, at, user_id, key_id, environment, outcome, reason, method, path, address, user_agent, request_id,
    scope, weight)
  select gen_random_uuid(), now() - n * $2 * interval '1 second', $1, keys.id, 'SANDBOX',
    case when n % 50 = 0 then 'refused' when n % 10 = 0 then 'limited' else 'allowed' end,
    case when n % 50 = 0 then 'scope_missing' when n % 10 = 0 then 'rate_limited' end,
    'GET', '/payments/' || n, '203.0.113.' || n % 200, 'acme-node/1.4', 'request-' || n, null, 1
  from generate_series($3::int, $4::int) n
  join (select id, row_number() over (order by id) - 1 as place from api_keys where user_id = $1 limit 100) keys
    on keys.place = n % 100`;

const fillTable = async ({ database, developerId }: Stage) => {
  const step = 500_000;
  await database.query(
    "select make_key_request_partition((now() at time zone 'UTC')::date - n) from generate_series(1, $1::int) n",
    [days],
  );
  for (let from = 1; from <= rows; from += step)
    await database.query(fill, [developerId, (days * 86_400) / rows, from, from + step - 1]);
  await database.query('analyze key_requests');
};

// The time of the database alone is within that of the call.
const measureReading = async (stage: Stage) => {
  const call = stage.callOn(0);
  const { rows: keys } = await stage.database.query(
    'select id from api_keys where user_id = $1 order by id limit 100',
    [stage.developerId],
  );
  const keyOf = (n: number) => keys[n % keys.length].id as string;
  const reads: [string, (n: number) => Promise<unknown>][] = [
    ['by request id', (n) => call(listRequests, { query: { requestId: `request-${n * 40_009}` } })],
    [
      'by key and outcome',
      (n) => call(listRequests, { query: { keyId: keyOf(n * 50), outcome: 'refused' } }),
    ],
    ['newest of all', () => call(listRequests, { query: { environment: 'SANDBOX' } })],
    ['groups of a key', (n) => call(groupRequests, { query: { keyId: keyOf(n * 10), outcome: 'limited' } })],
  ];
  for (const [name, read] of reads) {
    const times: number[] = [];
    for (let n = 1; n <= samples; n += 1) {
      const began = performance.now();
      await read(n);
      times.push(performance.now() - began);
    }
    const { p50, p99 } = summarize(times, 1);
    console.log(
      `${name.padEnd(20)} 50% ${p50.toFixed(1)} ms, 99% ${p99.toFixed(1)} ms, with HTTP   budget 50 ms`,
    );
  }
};

// From the check to the answer of a call that waits for its row, while 1,000 other checks come each second.
const measureDelay = async (stage: Stage) => {
  const [port = 0] = stage.ports;
  const busy = (await stage.newKeys(100, 1000)).map(questionWith);
  const [probe = ''] = await stage.newKeys(1, 1000);
  const load = askAll([port], during(15_000, busy), 16, 15);
  const delays: number[] = [];
  for (let i = 0; i < 10; i += 1) {
    const id = `probe-${crypto.randomUUID()}`;
    const headers = { authorization: `Bearer ${probe}`, 'x-request-id': id };
    const began = performance.now();
    await fetch(`http://127.0.0.1:${port}/v1/key-check`, { headers });
    await waitFor('the row of the check', async () => {
      const found = await stage.callOn(0)(listRequests, { query: { requestId: id } });
      if (!found.length) throw new Error('it is not there');
    });
    delays.push(performance.now() - began);
  }
  showLoad('checks meanwhile', await load);
  console.log(`from check to row: at most ${Math.max(...delays).toFixed(0)} ms   budget 2,000 ms`);
};

export const measureRequests = async () => {
  const stage = await startStage(2, {}, [{}, { KEEP_REQUESTS_DAYS: '0' }]);
  console.log(`The log of requests: median of ${turns} turns`);
  await measureCost(stage);
  await measureDelay(stage);
  await fillTable(stage);
  console.log(`among ${rows.toLocaleString('en')} rows of one account:`);
  await measureReading(stage);
  console.log();
  await stage.stop();
};
