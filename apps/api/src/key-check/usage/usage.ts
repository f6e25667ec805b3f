// Counts the use of keys, notes what was refused, and writes both together, every few seconds and before the process stops.
import { setTimeout } from 'node:timers/promises';
import type { RefusalReason } from '@ballast/contract/keys/key-refusals';
import type { Logger } from 'pino';
import type { Db } from '../../db/connections/open.ts';
import { inTime } from '../../runtime/in-time.ts';
import { openRefusals, type RefusalRow, writeRefusals } from '../refusals.ts';
import type { AskedRequest } from '../refused-request.ts';
import { type UsageBatch, writeBatch } from './usage-batch.ts';
import type { Counter } from './usage-counter.ts';
import { openTally } from './usage-tally.ts';

type Refused = { address: string; userAgent: string; request: AskedRequest };

const writeEveryMs = 5000;
const writeWithinMs = 10_000;
const stopWithinMs = 3000;
const retryEveryMs = 200;

export const openUsage = (db: Db, log: Logger) => {
  const tally = openTally();
  const refusals = openRefusals();
  let unwritten: UsageBatch | null = null;
  let unwrittenRefusals: RefusalRow[] = [];
  let writing: Promise<void> | null = null;
  let failing = false;

  const nextBatch = () => unwritten ?? tally.takeBatch();

  const writeCounts = async () => {
    tally.collect();
    for (let batch = nextBatch(); batch; batch = nextBatch()) {
      unwritten = batch;
      await inTime(writeBatch(db, batch), writeWithinMs);
      unwritten = null;
    }
  };

  const writeRefused = async () => {
    if (!unwrittenRefusals.length) unwrittenRefusals = refusals.take();
    if (!unwrittenRefusals.length) return;
    await inTime(writeRefusals(db, unwrittenRefusals), writeWithinMs);
    unwrittenRefusals = [];
  };

  const writeAll = async () => {
    try {
      await writeCounts();
      await writeRefused();
      failing = false;
    } catch (error) {
      if (!failing) log.warn({ err: error }, 'usage of keys cannot be written, will be tried again');
      failing = true;
    }
  };

  const startWriting = () => {
    writing ??= writeAll().finally(() => {
      writing = null;
    });
    return writing;
  };
  // A writing that is under way may have begun before the last request was counted.
  const flush = async () => {
    await writing;
    await startWriting();
  };
  const timer = setInterval(startWriting, writeEveryMs);
  timer.unref();

  const stop = async () => {
    clearInterval(timer);
    const until = Date.now() + stopWithinMs;
    await flush();
    while (failing && Date.now() < until) {
      await setTimeout(retryEveryMs);
      await flush();
    }
  };

  const countRefused = (
    counter: Counter,
    reason: RefusalReason,
    { address, userAgent, request }: Refused,
    at: number,
  ) => {
    tally.count(counter, reason === 'rate_limited' ? 'limited' : 'refused', address, userAgent, at);
    refusals.note(counter, reason, { at, address, userAgent, request });
  };

  return {
    count: tally.count,
    countRefused,
    flush,
    backlog: () => tally.waitingRows() + (unwritten?.rows.length ?? 0),
    lost: tally.lost,
    stop,
  };
};
