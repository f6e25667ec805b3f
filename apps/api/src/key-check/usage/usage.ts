// Counts the use of keys, notes what was refused, and writes both together, every few seconds and before the process stops.
import { setTimeout } from 'node:timers/promises';
import type { RefusalReason } from '@ballast/contract/keys/key-refusals';
import type { Logger } from 'pino';
import type { Db } from '../../db/connections/open.ts';
import { inTime } from '../../runtime/in-time.ts';
import {
  type GatewayRequest,
  openRefusals,
  type RefusalRow,
  type Refusals,
  writeRefusals,
} from '../refusals.ts';
import { type UsageBatch, writeBatch } from './usage-batch.ts';
import type { Counter } from './usage-counter.ts';
import { openTally, type Tally } from './usage-tally.ts';

const writeEveryMs = 5000;
const writeWithinMs = 10_000;
const stopWithinMs = 3000;
const retryEveryMs = 200;

// Writes what the tally and the refusals hold. A batch that could not be written is tried again first.
const openWriter = (db: Db, log: Logger, tally: Tally, refusals: Refusals) => {
  let batch: UsageBatch | null = null;
  let refused: RefusalRow[] = [];
  let failing = false;

  const writeCounts = async () => {
    tally.collect();
    for (batch ??= tally.takeBatch(); batch; batch = tally.takeBatch())
      await inTime(writeBatch(db, batch), writeWithinMs);
  };

  const writeRefused = async () => {
    if (!refused.length) refused = refusals.take();
    if (!refused.length) return;
    await inTime(writeRefusals(db, refused), writeWithinMs);
    refused = [];
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

  return { writeAll, isFailing: () => failing, unwritten: () => batch?.rows.length ?? 0 };
};

export type Usage = ReturnType<typeof openUsage>;

export const openUsage = (db: Db, log: Logger) => {
  const tally = openTally();
  const refusals = openRefusals();
  const { writeAll, isFailing, unwritten } = openWriter(db, log, tally, refusals);
  let writing: Promise<void> | null = null;

  const startWriting = () => {
    writing ??= writeAll().finally(() => {
      writing = null;
    });
    return writing;
  };
  // A write that is under way may have begun before the last request was counted.
  const flush = async () => {
    await writing;
    await startWriting();
  };
  const timer = setInterval(startWriting, writeEveryMs);
  timer.unref();

  return {
    count: tally.count,
    countRefused: (
      counter: Counter,
      reason: RefusalReason,
      from: { address: string; userAgent: string; request: GatewayRequest },
      at: number,
    ) => {
      const kind = reason === 'rate_limited' ? 'limited' : 'refused';
      tally.count(counter, kind, from.address, from.userAgent, at);
      refusals.note(counter, reason, from, at);
    },
    flush,
    backlog: () => tally.waitingRows() + unwritten(),
    lost: tally.lost,
    stop: async () => {
      clearInterval(timer);
      const until = Date.now() + stopWithinMs;
      await flush();
      while (isFailing() && Date.now() < until) {
        await setTimeout(retryEveryMs);
        await flush();
      }
    },
  };
};
