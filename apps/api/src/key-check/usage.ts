// Counts requests by key and minute in memory and writes them together: on the way of a request it is an addition.
import { setTimeout } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import { inTime } from '../db/in-time.ts';
import type { Db } from '../db/open.ts';

export type UsageKind = 'allowed' | 'limited' | 'refused';

// The counts of one presented value since they were last collected.
export type Counter = Record<UsageKind, number> & {
  readonly keyId: string;
  // Of the value that was used: after a rotation an older use is no use of the new value.
  readonly secretHash: string;
  lastAt: number;
  address: string;
  userAgent: string;
  open: boolean;
};

export const newCounter = (keyId: string, secretHash: string): Counter => ({
  keyId,
  secretHash,
  allowed: 0,
  limited: 0,
  refused: 0,
  lastAt: 0,
  address: '',
  userAgent: '',
  open: false,
});

// The counts of one value in one minute, both times in milliseconds; `at` is 0 when every request was refused.
type Row = Record<UsageKind, number> & {
  key_id: string;
  secret_hash: string;
  minute: number;
  at: number;
  address: string;
  user_agent: string;
};
type Batch = { id: string; rows: Row[] };

const minuteMs = 60_000;
const writeEveryMs = 5000;
const rowsPerBatch = 1000;
// While nothing can be written: then what is new is given up, and said in the metrics.
const mostRows = 50_000;
const mostOpenCounters = 20_000;
const longestUserAgent = 400;
const writeWithinMs = 10_000;
const stopWithinMs = 3000;

// One statement, so all of it or nothing is written. A batch that comes again, because the answer was lost, is known by
// its id. Rows in the order of the index: processes that write the same rows do not wait for each other in a circle.
export const writeBatch = (db: Db, { id, rows }: Batch) =>
  db.execute(sql`
    with batch as (
      insert into key_usage_batches (id, written_at) values (${id}, now()) on conflict do nothing returning id
    ), added as (
      select added.* from batch, json_to_recordset(${JSON.stringify(rows)}::json) as added(
        key_id uuid, secret_hash text, minute bigint, allowed int, limited int, refused int,
        at bigint, address text, user_agent text)
    ), used as (
      update api_keys set last_used_at = last.at, last_used_address = last.address, last_used_user_agent = last.user_agent
      from (
        select distinct on (secret_hash) key_id, secret_hash, to_timestamp(at / 1000.0) as at, address, user_agent
        from added where at > 0 order by secret_hash, added.at desc
      ) as last
      where api_keys.id = last.key_id and api_keys.secret_hash = last.secret_hash
        and (api_keys.last_used_at is null or api_keys.last_used_at < last.at)
    )
    insert into key_usage_minutes as known (key_id, minute, allowed, limited, refused)
    select key_id, to_timestamp(minute / 1000), sum(allowed), sum(limited), sum(refused)
    from added where exists (select from api_keys where api_keys.id = added.key_id)
    group by key_id, minute
    order by key_id, minute
    on conflict (key_id, minute) do update set
      allowed = known.allowed + excluded.allowed,
      limited = known.limited + excluded.limited,
      refused = known.refused + excluded.refused`);

export const openUsage = (db: Db, log: Logger, now: () => Date) => {
  let counters: Counter[] = [];
  let minute = 0;
  const rows = new Map<string, Row>();
  let unwritten: Batch | null = null;
  let writing: Promise<void> | null = null;
  let failing = false;
  let lost = 0;

  const rowOf = ({ keyId, secretHash }: Counter): Row | null => {
    const name = `${secretHash} ${minute}`;
    const known = rows.get(name);
    if (known) return known;
    if (rows.size >= mostRows) return null;
    const row = {
      key_id: keyId,
      secret_hash: secretHash,
      minute,
      allowed: 0,
      limited: 0,
      refused: 0,
      at: 0,
      address: '',
      user_agent: '',
    };
    rows.set(name, row);
    return row;
  };

  const collectCounter = (counter: Counter) => {
    const { allowed, limited, refused, lastAt } = counter;
    const row = rowOf(counter);
    if (row) {
      row.allowed += allowed;
      row.limited += limited;
      row.refused += refused;
    } else lost += allowed + limited + refused;
    if (row && lastAt) {
      row.at = lastAt;
      row.address = counter.address;
      row.user_agent = counter.userAgent.slice(0, longestUserAgent);
    }
    counter.allowed = counter.limited = counter.refused = counter.lastAt = 0;
    counter.open = false;
  };

  const collect = () => {
    const collected = counters;
    counters = [];
    for (const counter of collected) collectCounter(counter);
  };

  const nextBatch = (): Batch | null => {
    if (unwritten) return unwritten;
    if (!rows.size) return null;
    const batch: Batch = { id: crypto.randomUUID(), rows: [] };
    for (const [name, row] of rows) {
      if (batch.rows.length === rowsPerBatch) break;
      batch.rows.push(row);
      rows.delete(name);
    }
    return batch;
  };

  const writeAll = async () => {
    collect();
    for (let batch = nextBatch(); batch; batch = nextBatch()) {
      unwritten = batch;
      try {
        await inTime(writeBatch(db, batch), writeWithinMs);
      } catch (error) {
        if (!failing) log.warn({ err: error }, 'usage of keys cannot be written, will be tried again');
        failing = true;
        return;
      }
      unwritten = null;
      failing = false;
    }
  };

  const flush = () => {
    writing ??= writeAll().finally(() => {
      writing = null;
    });
    return writing;
  };
  const timer = setInterval(flush, writeEveryMs);
  timer.unref();

  return {
    count: (counter: Counter, kind: UsageKind, address: string, userAgent: string) => {
      const at = now().getTime();
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
    },
    flush,
    backlog: () => rows.size + (unwritten?.rows.length ?? 0),
    lost: () => lost,
    stop: async () => {
      clearInterval(timer);
      const until = Date.now() + stopWithinMs;
      await writing;
      await flush();
      while (failing && Date.now() < until) {
        await setTimeout(200);
        await flush();
      }
    },
  };
};
