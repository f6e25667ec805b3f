// Counts the use of keys, notes each request, and writes both together, every second and before the process stops.
import { setTimeout } from 'node:timers/promises';
import type { RefusalReason } from '@ballast/contract/keys/key-refusals';
import type { Logger } from 'pino';
import type { Db } from '../../db/connections/open.ts';
import { inTime } from '../../runtime/in-time.ts';
import type { LoggedRequest } from '../requests/lanes.ts';
import { openRequestLog, type RequestLog, type Taken } from '../requests/request-log.ts';
import { type RequestBatch, rowsPerBatch, writeRequests } from '../requests/write-requests.ts';
import { type UsageBatch, writeBatch } from './usage-batch.ts';
import type { Counter, UsageKind } from './usage-counter.ts';
import { openTally, type Tally } from './usage-tally.ts';

// What a process that is killed has not written yet is lost, and a developer waits for a row no longer than two seconds.
const writeEveryMs = 1000;
const writeWithinMs = 10_000;
const stopWithinMs = 3000;
const retryEveryMs = 200;

type Parts = { db: Db; log: Logger; now: () => Date };

// Rows that could not be written are tried again first, and nothing more is taken meanwhile.
const openRequestWriter = ({ db, now }: Parts, requests: RequestLog) => {
  let waiting: Taken[] = [];
  let batch: RequestBatch | null = null;
  const nextBatch = (): RequestBatch | null =>
    waiting.length ? { id: crypto.randomUUID(), rows: waiting.splice(0, rowsPerBatch) } : null;

  return async (all: boolean) => {
    if (!batch && !waiting.length) waiting = requests.take(now().getTime(), all);
    for (batch ??= nextBatch(); batch; batch = nextBatch()) {
      const slow = await inTime(writeRequests(db, batch), writeWithinMs);
      requests.slowDown(slow, now().getTime());
    }
  };
};

// Writes what the tally and the log hold. A batch that could not be written is tried again first.
const openWriter = (parts: Parts, tally: Tally, requests: RequestLog) => {
  const { db, log } = parts;
  const writeRows = openRequestWriter(parts, requests);
  let batch: UsageBatch | null = null;
  let failing = false;

  const writeCounts = async () => {
    tally.collect();
    for (batch ??= tally.takeBatch(); batch; batch = tally.takeBatch())
      await inTime(writeBatch(db, batch), writeWithinMs);
  };

  const writeAll = async (all: boolean) => {
    try {
      await writeCounts();
      await writeRows(all);
      failing = false;
    } catch (error) {
      if (!failing) log.warn({ err: error }, 'usage of keys cannot be written, will be tried again');
      failing = true;
    }
  };

  return { writeAll, isFailing: () => failing, unwritten: () => batch?.rows.length ?? 0 };
};

export type Usage = ReturnType<typeof openUsage>;

// Without the log only counts are written.
export const openUsage = (parts: Parts, hasLog: boolean) => {
  const tally = openTally();
  const requests = openRequestLog();
  const { writeAll, isFailing, unwritten } = openWriter(parts, tally, requests);
  let writing: Promise<void> | null = null;

  const startWriting = (all: boolean) => {
    writing ??= writeAll(all).finally(() => {
      writing = null;
    });
    return writing;
  };
  // A write that is under way may have begun before the last request was counted.
  const flush = async () => {
    await writing;
    await startWriting(true);
  };
  const timer = setInterval(() => startWriting(false), writeEveryMs);
  timer.unref();

  return {
    // `reason` is null for one that was allowed.
    count: (
      counter: Counter,
      kind: UsageKind,
      reason: RefusalReason | null,
      from: LoggedRequest,
      at: number,
    ) => {
      tally.count(counter, kind, from.address, from.userAgent, at);
      if (hasLog) requests.note(counter, kind, reason, from, at);
    },
    flush,
    backlog: () => tally.waitingRows() + unwritten(),
    lost: tally.lost,
    requestsLost: requests.lost,
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
