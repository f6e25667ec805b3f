// Whatever comes, and however it is written: the weights of the rows sum to what was counted, and memory stays bounded.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { howOften } from '../../../testing/databases/database.ts';
import { newCounter } from '../usage/usage-counter.ts';
import type { LoggedRequest } from './lanes.ts';
import { openRequestLog, type RequestLog } from './request-log.ts';

const outcomes = ['allowed', 'limited', 'refused'] as const;
type Outcome = (typeof outcomes)[number];

const from: LoggedRequest = {
  address: '203.0.113.9',
  userAgent: 'acme-node/1.4',
  neededScopes: [],
  requestId: 'r',
  request: { rawHeaders: [] },
};

type Step =
  | { do: 'flood'; process: number; key: number; outcome: Outcome; count: number }
  | { do: 'wait'; ms: number }
  | { do: 'write'; process: number }
  | { do: 'restart'; process: number };

const processes = 3;
const keys = 60;

const steps = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        do: fc.constant('flood' as const),
        process: fc.nat(processes - 1),
        key: fc.nat(keys - 1),
        outcome: fc.constantFrom(...outcomes),
        count: fc.integer({ min: 1, max: 400 }),
      }),
    },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.nat(2500) }) },
    {
      weight: 3,
      arbitrary: fc.record({ do: fc.constant('write' as const), process: fc.nat(processes - 1) }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ do: fc.constant('restart' as const), process: fc.nat(processes - 1) }),
    },
  ),
  { minLength: 1, maxLength: 60 },
);

type Process = { log: RequestLog; counters: ReturnType<typeof newCounter>[] };

// Half of the keys belong to one account.
const start = (): Process => ({
  log: openRequestLog(),
  counters: Array.from({ length: keys }, (_, i) =>
    newCounter(`key ${i}`, i % 2 ? 'busy' : `owner ${i}`, `${i}`),
  ),
});

const run = (history: Step[]) => {
  const running = Array.from({ length: processes }, start);
  const counted = new Map<string, number>();
  const written = new Map<string, number>();
  let now = 1_000_000;
  const add = (sums: Map<string, number>, name: string, by: number) =>
    sums.set(name, (sums.get(name) ?? 0) + by);
  const write = (process: number, all: boolean) => {
    for (const { keyId, outcome, entry } of running[process]?.log.take(now, all) ?? [])
      add(written, `${keyId} ${outcome}`, entry.weight);
  };
  for (const step of history) {
    if (step.do === 'wait') now += step.ms;
    if (step.do === 'write') write(step.process, false);
    if (step.do === 'restart') {
      write(step.process, true);
      running[step.process] = start();
    }
    if (step.do !== 'flood') continue;
    const { log, counters } = running[step.process] as Process;
    const counter = counters[step.key] as ReturnType<typeof newCounter>;
    for (let i = 0; i < step.count; i += 1) log.note(counter, step.outcome, null, from, now);
    add(counted, `${counter.keyId} ${step.outcome}`, step.count);
  }
  for (let process = 0; process < processes; process += 1) write(process, true);
  return { counted, written };
};

test('weights sum to what was counted, of each key and outcome, over floods, restarts and several processes', () => {
  fc.assert(
    fc.property(steps, (history) => {
      const { counted, written } = run(history);
      expect(written).toEqual(counted);
    }),
    { numRuns: howOften({ usual: 100, all: 1000 }) },
  );
});

test('of a second a key writes twenty rows of an outcome, and one more for each time that they are written', () => {
  const { log, counters } = start();
  const [counter] = counters as [ReturnType<typeof newCounter>];
  let taken = 0;
  for (let write = 0; write < 3; write += 1) {
    for (let i = 0; i < 500; i += 1) log.note(counter, 'limited', 'rate_limited', from, 5000);
    taken += log.take(5000, false).length;
  }
  expect(taken).toBe(22);
  expect(log.take(6000, true)).toEqual([]);
});

test('a flood of one account’s keys leaves every row of another account', () => {
  const log = openRequestLog();
  for (let i = 0; i < 30_000; i += 1)
    log.note(newCounter(`flood ${i}`, 'flooder', `${i}`), 'allowed', null, from, 1);
  const quiet = newCounter('quiet', 'victim', 'q');
  for (let i = 0; i < 20; i += 1) log.note(quiet, 'refused', 'scope_missing', from, 1);
  const first = log.take(1, false);
  expect(first.filter(({ keyId }) => keyId === 'quiet').map(({ entry }) => entry.weight)).toEqual(
    Array(20).fill(1),
  );
  expect(first.length).toBeLessThan(1100);
  // What found no room is said.
  expect(log.lost()).toBe(10_000);
});

test('floods of the keys of several accounts together leave every row of another account', () => {
  const log = openRequestLog();
  for (let account = 0; account < 10; account += 1)
    for (let i = 0; i < 20_000; i += 1)
      for (const outcome of outcomes)
        log.note(newCounter(`key ${account} ${i}`, `flooder ${account}`, `${i}`), outcome, null, from, 1);
  const quiet = newCounter('quiet', 'victim', 'q');
  for (let i = 0; i < 20; i += 1) log.note(quiet, 'refused', 'scope_missing', from, 1);
  const rows = log.take(1, true).filter(({ keyId }) => keyId === 'quiet');
  expect(rows.map(({ entry }) => entry.weight)).toEqual(Array(20).fill(1));
});

test('a row that waits is small, whatever its request says', () => {
  const { log, counters } = start();
  const [counter] = counters as [ReturnType<typeof newCounter>];
  const long = 'x'.repeat(16_000);
  const request = { rawHeaders: ['x-original-uri', `/${long}`, 'x-original-method', long] };
  const neededScopes = Array.from({ length: 5000 }, (_, i) => `a${i}`);
  log.note(counter, 'refused', 'scope_missing', { ...from, userAgent: long, neededScopes, request }, 1);
  const [row] = log.take(1, true);
  expect(JSON.stringify(row).length).toBeLessThan(2000);
});
