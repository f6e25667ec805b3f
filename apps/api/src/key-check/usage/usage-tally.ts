// Counts requests by key and minute in bounded memory, until they are taken to be written.
import { cleanLine } from '@ballast/contract/characters';
import { openAddresses, takeRows } from './usage-addresses.ts';
import type { UsageBatch, UsageRow } from './usage-batch.ts';
import type { Counter, UsageKind } from './usage-counter.ts';

const minuteMs = 60_000;
const rowsPerBatch = 1000;
// While nothing can be written, new rows beyond this are given up, and the metrics say so.
const mostRows = 50_000;
const mostOpenCounters = 20_000;
const longestUserAgent = 400;

const newRow = ({ keyId, secretHash }: Counter, minute: number): UsageRow => ({
  key_id: keyId,
  secret_hash: secretHash,
  minute,
  allowed: 0,
  limited: 0,
  refused: 0,
  at: 0,
  address: '',
  user_agent: '',
});

const addTo = (row: UsageRow, counter: Counter) => {
  row.allowed += counter.allowed;
  row.limited += counter.limited;
  row.refused += counter.refused;
  if (!counter.lastAt) return;
  row.at = counter.lastAt;
  row.address = counter.address;
  row.user_agent = cleanLine(counter.userAgent, longestUserAgent);
};

const reset = (counter: Counter) => {
  counter.allowed = counter.limited = counter.refused = counter.lastAt = 0;
  counter.open = false;
};

export type Tally = ReturnType<typeof openTally>;

export const openTally = () => {
  const rows = new Map<string, UsageRow>();
  const addresses = openAddresses();
  let counters: Counter[] = [];
  let minute = 0;
  let lost = 0;

  const rowOf = (counter: Counter): UsageRow | null => {
    const name = `${counter.secretHash} ${minute}`;
    const known = rows.get(name);
    if (known || rows.size >= mostRows) return known ?? null;
    const row = newRow(counter, minute);
    rows.set(name, row);
    return row;
  };

  const collect = () => {
    const collected = counters;
    counters = [];
    for (const counter of collected) {
      const row = rowOf(counter);
      if (row) addTo(row, counter);
      else lost += counter.allowed + counter.limited + counter.refused;
      addresses.collect(counter, minute);
      reset(counter);
    }
  };

  const count = (counter: Counter, kind: UsageKind, address: string, userAgent: string, at: number) => {
    if (at - minute >= minuteMs || at < minute || counters.length >= mostOpenCounters) {
      collect();
      minute = at - (at % minuteMs);
    }
    if (!counter.open) {
      counter.open = true;
      counters.push(counter);
    }
    counter[kind] += 1;
    if (kind === 'refused') return;
    counter.lastAt = at;
    counter.address = address;
    counter.userAgent = userAgent;
    addresses.count(counter, address, at);
  };

  const takeBatch = (): UsageBatch | null => {
    if (!rows.size && !addresses.size()) return null;
    const id = crypto.randomUUID();
    return { id, rows: takeRows(rows, rowsPerBatch), addresses: addresses.take(rowsPerBatch) };
  };

  return { count, collect, takeBatch, waitingRows: () => rows.size, lost: () => lost };
};
