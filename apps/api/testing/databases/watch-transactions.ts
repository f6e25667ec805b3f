// Fails whatever leaves a transaction before it is committed: the event lines of the log, counters and cookies. The compiler
// cannot see who is inside a transaction, so every test looks out for it.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance } from 'fastify';
import type { DestinationStream } from 'pino';
import { Counter } from 'prom-client';
import type { Db } from '../../src/db/connections/open.ts';
import type { Metrics } from '../../src/runtime/observability/metrics.ts';

const transactions = new AsyncLocalStorage<{ isOpen: boolean }>();

const refuse = (what: string) => {
  if (transactions.getStore()?.isOpen)
    throw new Error(`${what} inside a transaction: hand it to afterCommit (db/after-commit.ts)`);
};

export const watchTransactions = (db: Db) => {
  const open = db.transaction.bind(db);
  const transaction: Db['transaction'] = (work, settings) =>
    open(async (tx) => {
      const state = { isOpen: true };
      try {
        return await transactions.run(state, () => work(tx));
      } finally {
        state.isOpen = false;
      }
    }, settings);
  Object.assign(db, { transaction });
};

// What went wrong is worth a line in any case, so only events are refused.
export const watchLog = <Log extends DestinationStream>(log: Log): Log => ({
  ...log,
  write: (line: string) => {
    if (line.includes('"event":')) refuse(`the line ${line.trim()}`);
    log.write(line);
  },
});

export const watchCounters = (metrics: Metrics) => {
  for (const [name, metric] of Object.entries(metrics)) {
    if (!(metric instanceof Counter)) continue;
    const inc = metric.inc.bind(metric) as (...counted: unknown[]) => void;
    const watched = (...counted: unknown[]) => {
      refuse(`the counter ${name}`);
      inc(...counted);
    };
    Object.assign(metric, { inc: watched });
  }
};

export const watchCookies = (app: FastifyInstance) => {
  app.addHook('onRequest', async (_, reply) => {
    const setCookie = reply.setCookie.bind(reply);
    Object.assign(reply, {
      setCookie: (...cookie: Parameters<typeof setCookie>) => {
        refuse(`the cookie ${cookie[0]}`);
        return setCookie(...cookie);
      },
    });
  });
};
