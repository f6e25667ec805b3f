// Counts the use of keys and writes it together, every few seconds and before the process stops.
import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import { inTime } from '../db/in-time.ts';
import type { Db } from '../db/open.ts';
import { type UsageBatch, writeBatch } from './usage-batch.ts';
import { openTally } from './usage-tally.ts';

const writeEveryMs = 5000;
const writeWithinMs = 10_000;
const stopWithinMs = 3000;
const retryEveryMs = 200;

export const openUsage = (db: Db, log: Logger, now: () => Date) => {
  const tally = openTally(now);
  let unwritten: UsageBatch | null = null;
  let writing: Promise<void> | null = null;
  let failing = false;

  const nextBatch = () => unwritten ?? tally.takeBatch();

  const writeAll = async () => {
    tally.collect();
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

  const stop = async () => {
    clearInterval(timer);
    const until = Date.now() + stopWithinMs;
    await writing;
    await flush();
    while (failing && Date.now() < until) {
      await setTimeout(retryEveryMs);
      await flush();
    }
  };

  return {
    count: tally.count,
    flush,
    backlog: () => tally.waitingRows() + (unwritten?.rows.length ?? 0),
    lost: tally.lost,
    stop,
  };
};
