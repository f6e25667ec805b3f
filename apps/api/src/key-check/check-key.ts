// Whether a request with an API key may pass. A cached key costs no promise: the answer is there when the call returns.
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import type { OpenDatabase } from '../db/open.ts';
import type { Metrics } from '../runtime/metrics.ts';
import type { Pepper } from '../secrets/pepper.ts';
import { openKeyFinder } from './find-key.ts';
import type { ActiveKey, FoundKey } from './key-cache.ts';
import { onlyProcess, openKeyListener } from './key-changes.ts';
import { watchKeyCheck } from './key-metrics.ts';
import { openMemoryLimiter } from './memory-limiter.ts';
import { openKeyReader } from './read-key.ts';
import { openRedisLimiter } from './redis-limiter.ts';
import { toFoundKey } from './to-found-key.ts';
import { openUsage } from './usage.ts';

export type Verdict =
  | { outcome: 'allowed'; key: ActiveKey; remaining: number }
  | { outcome: 'limited'; key: ActiveKey }
  | { outcome: 'revoked' }
  | { outcome: 'unknown' }
  | { outcome: 'unavailable' };

type Parts = {
  database: OpenDatabase;
  redis: Redis | null;
  tokenPepper: Pepper;
  metrics: Metrics;
  log: Logger;
  now: () => Date;
  // In microseconds: by what time the limits of keys are counted.
  limiterClock?: (() => number) | undefined;
};

// Microseconds since the process began: this clock is never set back.
const clock = () => Math.floor(performance.now() * 1000);

const unknown: Verdict = { outcome: 'unknown' };
const revoked: Verdict = { outcome: 'revoked' };
const unavailable: Verdict = { outcome: 'unavailable' };

export type KeyCheck = ReturnType<typeof openKeyCheck>;

export const openKeyCheck = ({
  database,
  redis,
  tokenPepper,
  metrics,
  log,
  now,
  limiterClock = clock,
}: Parts) => {
  const { db, url } = database;
  const readKey = openKeyReader(db, tokenPepper, log);
  const listener = url ? openKeyListener(url, clock, log) : onlyProcess;
  const isTrusted = () => clock() < listener.trustedUntil();
  const finder = openKeyFinder(async (value) => toFoundKey(await readKey(value)), isTrusted);
  listener.start({ changed: finder.forget, missed: finder.forgetAll });
  const shared = redis ? openRedisLimiter(redis, log) : null;
  const limiter = shared ?? openMemoryLimiter();
  const usage = openUsage(db, log, now);
  const outcomes = { allowed: 0, limited: 0, revoked: 0, unknown: 0, unavailable: 0 };

  const settle = (key: ActiveKey, remaining: number, address: string, userAgent: string): Verdict => {
    const outcome = remaining < 0 ? 'limited' : 'allowed';
    outcomes[outcome] += 1;
    usage.count(key.counter, outcome, address, userAgent);
    return outcome === 'allowed' ? { outcome, key, remaining } : { outcome, key };
  };

  const toVerdict = (
    found: FoundKey | null,
    address: string,
    userAgent: string,
  ): Verdict | Promise<Verdict> => {
    if (!found) {
      outcomes.unavailable += 1;
      return unavailable;
    }
    if (found.kind === 'unknown') {
      outcomes.unknown += 1;
      return unknown;
    }
    if (found.kind === 'revoked') {
      outcomes.revoked += 1;
      usage.count(found.counter, 'refused', address, userAgent);
      return revoked;
    }
    const remaining = limiter.take(found, limiterClock());
    return typeof remaining === 'number'
      ? settle(found, remaining, address, userAgent)
      : remaining.then((left) => settle(found, left, address, userAgent));
  };

  watchKeyCheck(metrics.registry, () => ({
    outcomes,
    ...finder.counts(),
    limiterAway: shared?.isAway() ?? false,
    listening: isTrusted(),
    usageBacklog: usage.backlog(),
    usageLost: usage.lost(),
  }));

  return {
    check: (value: string, address: string, userAgent: string): Verdict | Promise<Verdict> => {
      const found = finder.find(value);
      return found instanceof Promise
        ? found.then((key) => toVerdict(key, address, userAgent))
        : toVerdict(found, address, userAgent);
    },
    // For whoever changed a key: before the change is answered, this process knows.
    forget: finder.forget,
    flushUsage: usage.flush,
    stop: async () => {
      await listener.stop();
      limiter.close();
      await usage.stop();
    },
  };
};
