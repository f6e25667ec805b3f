// Whether a request with an API key may pass. A cached key costs no promise: the answer is there when the call returns.
import type { Logger } from 'pino';
import type { OpenDatabase } from '../db/connections/open.ts';
import type { RedisClient } from '../db/connections/redis.ts';
import type { Metrics } from '../runtime/observability/metrics.ts';
import type { Primary } from '../runtime/processes/primary.ts';
import type { Pepper } from '../secrets/pepper.ts';
import { watchKeyCheck } from './key-metrics.ts';
import { openMemoryLimiter } from './limits/memory-limiter.ts';
import { openCountingLimiter, openPrimaryLimiter } from './limits/primary-limiter.ts';
import { openRedisLimiter } from './limits/redis-limiter.ts';
import { openKeyFinder } from './lookup/find-key.ts';
import type { ActiveKey, FoundKey } from './lookup/key-cache.ts';
import { openEmbeddedKeyListener, openKeyListener } from './lookup/key-changes.ts';
import { openKeyReader } from './lookup/read-key.ts';
import { toFoundKey } from './lookup/to-found-key.ts';
import type { AskedRequest } from './refused-request.ts';
import { restrictedBy } from './restrictions/restrictions.ts';
import { type RestrictedVerdict, restrictionCodes } from './restrictions/why-restricted.ts';
import { openUsage } from './usage/usage.ts';

export type Verdict =
  | { outcome: 'allowed'; key: ActiveKey; remaining: number }
  | { outcome: 'limited'; key: ActiveKey }
  | RestrictedVerdict
  | { outcome: 'revoked' }
  | { outcome: 'suspended' }
  | { outcome: 'unknown' }
  | { outcome: 'unavailable' };

// Where a request comes from, and what it needs. What else its gateway says of it is read when it is refused.
export type Asked = {
  address: string;
  userAgent: string;
  neededScopes: readonly string[];
  request: AskedRequest;
};

type Parts = {
  database: OpenDatabase;
  redis: RedisClient | null;
  primary: Primary | null;
  tokenPepper: Pepper;
  metrics: Metrics;
  log: Logger;
  now: () => Date;
  // In microseconds: by what time the limits of keys are counted.
  limiterClock?: (() => number) | undefined;
};

// Microseconds since the process began: this clock is never set back.
export const microseconds = () => Math.floor(performance.now() * 1000);

const unknown: Verdict = { outcome: 'unknown' };
const revoked: Verdict = { outcome: 'revoked' };
const suspended: Verdict = { outcome: 'suspended' };
const unavailable: Verdict = { outcome: 'unavailable' };

export type KeyCheck = ReturnType<typeof openKeyCheck>;

export const openKeyCheck = ({
  database,
  redis,
  primary,
  tokenPepper,
  metrics,
  log,
  now,
  limiterClock = microseconds,
}: Parts) => {
  const { db, keyDb, url, pool } = database;
  const readKey = openKeyReader(keyDb, tokenPepper, log);
  const listener = url ? openKeyListener(url, microseconds, log) : openEmbeddedKeyListener(pool, log);
  const isTrusted = () => microseconds() < listener.trustedUntil();
  const finder = openKeyFinder(async (value) => toFoundKey(await readKey(value)), isTrusted);
  listener.start({ changed: finder.forget, missed: finder.forgetAll });
  const shared = redis ? openRedisLimiter(redis, log) : null;
  const openLocal = (primary: Primary) =>
    primary.countsTokens ? openCountingLimiter(primary, limiterClock) : openPrimaryLimiter(primary, log);
  const local = primary && !shared ? openLocal(primary) : null;
  const limiter = shared ?? local ?? openMemoryLimiter();
  const usage = openUsage(db, log);
  const outcomes = {
    ...{ allowed: 0, limited: 0, unknown: 0, unavailable: 0 },
    ...{ revoked: 0, suspended: 0, expired: 0, address_not_allowed: 0, scope_missing: 0 },
  };

  const settle = (key: ActiveKey, remaining: number, asked: Asked, at: number): Verdict => {
    if (remaining < 0) {
      outcomes.limited += 1;
      usage.countRefused(key.counter, 'rate_limited', asked, at);
      return { outcome: 'limited', key };
    }
    outcomes.allowed += 1;
    usage.count(key.counter, 'allowed', asked.address, asked.userAgent, at);
    return { outcome: 'allowed', key, remaining };
  };

  // In this order: unknown, revoked, suspended, expired, address, scope, limit. Only what gets as far as the limit spends from it.
  const toVerdict = (found: FoundKey | null, asked: Asked): Verdict | Promise<Verdict> => {
    const { address, neededScopes } = asked;
    if (!found) {
      outcomes.unavailable += 1;
      return unavailable;
    }
    if (found.kind === 'unknown') {
      outcomes.unknown += 1;
      return unknown;
    }
    const at = now().getTime();
    if (found.kind === 'revoked' || found.endsAt <= at) {
      outcomes.revoked += 1;
      usage.countRefused(found.counter, 'key_revoked', asked, at);
      return revoked;
    }
    if (found.kind === 'suspended') {
      outcomes.suspended += 1;
      usage.countRefused(found.counter, 'account_suspended', asked, at);
      return suspended;
    }
    const outcome = found.restrictions && restrictedBy(found.restrictions, at, address, neededScopes);
    if (outcome) {
      outcomes[outcome] += 1;
      usage.countRefused(found.counter, restrictionCodes[outcome], asked, at);
      return { outcome, key: found, address, neededScopes };
    }
    const remaining = limiter.take(found, limiterClock());
    return typeof remaining === 'number'
      ? settle(found, remaining, asked, at)
      : remaining.then((left) => settle(found, left, asked, now().getTime()));
  };

  const { waited } = watchKeyCheck(metrics.registry, () => ({
    outcomes,
    ...finder.counts(),
    limiterAway: (shared ?? local)?.isAway() ?? false,
    listening: isTrusted(),
    usageBacklog: usage.backlog(),
    usageLost: usage.lost(),
  }));

  return {
    check: (value: string, asked: Asked): Verdict | Promise<Verdict> => {
      const found = finder.find(value);
      return found instanceof Promise ? found.then((key) => toVerdict(key, asked)) : toVerdict(found, asked);
    },
    // Tells how long a check took that was not answered at once.
    waited,
    // An unknown key is not answered as one, because too many wait.
    turnedAway: () => {
      outcomes.unavailable += 1;
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
