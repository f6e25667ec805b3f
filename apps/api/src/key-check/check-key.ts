// Whether a request with an API key may pass. A cached key costs no promise: the answer is there when the call returns.
import type { RefusalReason } from '@ballast/contract/keys/key-refusals';
import type { Logger } from 'pino';
import type { OpenDatabase } from '../db/connections/open.ts';
import type { RedisClient } from '../db/connections/redis.ts';
import type { Metrics } from '../runtime/observability/metrics.ts';
import type { Primary } from '../runtime/processes/primary.ts';
import type { Pepper } from '../secrets/pepper.ts';
import { watchKeyCheck } from './key-metrics.ts';
import { type Limiter, microseconds, openMemoryLimiter, second } from './limits/memory-limiter.ts';
import { openCountingLimiter, openPrimaryLimiter } from './limits/primary-limiter.ts';
import { openRedisLimiter } from './limits/redis-limiter.ts';
import { openKeyFinder } from './lookup/find-key.ts';
import type { ActiveKey, FoundKey } from './lookup/key-cache.ts';
import { openEmbeddedKeyListener, openKeyListener } from './lookup/key-changes.ts';
import { openKeyReader } from './lookup/read-key.ts';
import type { LoggedRequest } from './requests/lanes.ts';
import { type RestrictedVerdict, restrictedBy, restrictionCodes } from './restrictions.ts';
import { openUsage, type Usage } from './usage/usage.ts';
import type { Counter } from './usage/usage-counter.ts';

export type Verdict =
  // It is stale when the database is away and the key was known before.
  | { outcome: 'allowed'; key: ActiveKey; remaining: number; staleSeconds?: number }
  | { outcome: 'limited'; key: ActiveKey }
  | RestrictedVerdict
  | { outcome: 'revoked' }
  | { outcome: 'suspended' }
  | { outcome: 'unknown' }
  | { outcome: 'unavailable' };

// Where a request comes from, and what it needs. What else its gateway says of it is read when it gets a row.
export type CheckedRequest = LoggedRequest;

type Parts = {
  database: OpenDatabase;
  redis: RedisClient | null;
  primary: Primary | null;
  // The only process that checks keys counts their tokens itself, and for the portal's: it then asks no primary.
  countsTokens?: boolean;
  // Whether each request is noted.
  hasLog: boolean;
  // How long a key that was known to be good passes while the database is away.
  graceSeconds: number;
  tokenPepper: Pepper;
  metrics: Metrics;
  log: Logger;
  now: () => Date;
  // In microseconds: by what time the limits of keys are counted.
  limiterClock?: (() => number) | undefined;
};

const openLimiter = ({ redis, primary, countsTokens, log }: Parts, clock: () => number): Limiter => {
  if (redis) return openRedisLimiter(redis, log);
  if (!primary) return openMemoryLimiter();
  return countsTokens ? openCountingLimiter(primary, clock) : openPrimaryLimiter(primary, log);
};

const unknown: Verdict = { outcome: 'unknown' };
const revoked: Verdict = { outcome: 'revoked' };
const suspended: Verdict = { outcome: 'suspended' };
const unavailable: Verdict = { outcome: 'unavailable' };

type KnownKey = { key: ActiveKey; seconds: number };

const openVerdicts = (limiter: Limiter, usage: Usage, now: () => Date, limiterClock: () => number) => {
  const outcomes = {
    ...{ allowed: 0, limited: 0, unknown: 0, unavailable: 0 },
    ...{ revoked: 0, suspended: 0, expired: 0, address_not_allowed: 0, scope_missing: 0 },
  };
  let stale = 0;

  const count = (verdict: Verdict) => {
    outcomes[verdict.outcome] += 1;
    return verdict;
  };
  const refuse = (
    verdict: Verdict,
    counter: Counter,
    reason: RefusalReason,
    request: CheckedRequest,
    at: number,
  ) => {
    usage.count(counter, reason === 'rate_limited' ? 'limited' : 'refused', reason, request, at);
    return count(verdict);
  };

  const settle = (key: ActiveKey, remaining: number, request: CheckedRequest, at: number): Verdict => {
    if (remaining < 0) return refuse({ outcome: 'limited', key }, key.counter, 'rate_limited', request, at);
    outcomes.allowed += 1;
    usage.count(key.counter, 'allowed', null, request, at);
    return { outcome: 'allowed', key, remaining };
  };

  // In this order: unknown, revoked, suspended, expired, address, scope, limit. Only what gets as far as the limit spends from it.
  const toVerdict = (found: FoundKey | null, request: CheckedRequest): Verdict | Promise<Verdict> => {
    if (!found) return count(unavailable);
    if (found.kind === 'unknown') return count(unknown);
    const at = now().getTime();
    if (found.kind === 'revoked' || found.endsAt <= at)
      return refuse(revoked, found.counter, 'key_revoked', request, at);
    if (found.kind === 'suspended') return refuse(suspended, found.counter, 'account_suspended', request, at);
    const { address, neededScopes } = request;
    const outcome = found.restrictions && restrictedBy(found.restrictions, at, address, neededScopes);
    if (outcome) {
      const verdict = { outcome, key: found, address, neededScopes };
      return refuse(verdict, found.counter, restrictionCodes[outcome], request, at);
    }
    const remaining = limiter.take(found, limiterClock());
    return typeof remaining === 'number'
      ? settle(found, remaining, request, at)
      : remaining.then((left) => settle(found, left, request, now().getTime()));
  };

  const toStaleVerdict = async (known: KnownKey, request: CheckedRequest): Promise<Verdict> => {
    const verdict = await toVerdict(known.key, request);
    if (verdict.outcome !== 'allowed') return verdict;
    stale += 1;
    return { ...verdict, staleSeconds: known.seconds };
  };

  return { toVerdict, toStaleVerdict, outcomes, stale: () => stale };
};

export type KeyCheck = ReturnType<typeof openKeyCheck>;

export const openKeyCheck = (parts: Parts) => {
  const {
    database,
    hasLog,
    graceSeconds,
    tokenPepper,
    metrics,
    log,
    now,
    limiterClock = microseconds,
  } = parts;
  const { db, keyDb, lifeline, pool } = database;
  const listener = lifeline ? openKeyListener(lifeline) : openEmbeddedKeyListener(pool, log);
  const isTrusted = () => microseconds() < listener.trustedUntil();
  const reader = openKeyReader(keyDb, tokenPepper, log, now);
  const finder = openKeyFinder(reader, isTrusted, graceSeconds * 1000);
  listener.start({ changed: finder.forget, missed: finder.forgetAll });
  const limiter = openLimiter(parts, limiterClock);
  const usage = openUsage({ db, log, now }, hasLog);
  const { toVerdict, toStaleVerdict, outcomes, stale } = openVerdicts(limiter, usage, now, limiterClock);

  const { waited } = watchKeyCheck(metrics.registry, () => ({
    outcomes,
    stale: stale(),
    ...finder.counts(),
    limiterAway: limiter.isAway(),
    listening: isTrusted(),
    usageBacklog: usage.backlog(),
    usageLost: usage.lost(),
    requestsLost: usage.requestsLost(),
  }));

  const checkWhenFound = async (
    value: string,
    finding: Promise<FoundKey | null>,
    request: CheckedRequest,
  ) => {
    const found = await finding;
    const known = found ? null : finder.findKnown(value);
    return known ? toStaleVerdict(known, request) : toVerdict(found, request);
  };

  return {
    check: (value: string, request: CheckedRequest): Verdict | Promise<Verdict> => {
      const found = finder.find(value);
      return found instanceof Promise ? checkWhenFound(value, found, request) : toVerdict(found, request);
    },
    // Reports how long a check took that was not answered at once.
    waited,
    // An unknown key is answered as unavailable, because too many wait.
    turnedAway: () => {
      outcomes.unavailable += 1;
    },
    // Called by what changes a key: this process knows before the change is answered.
    forget: finder.forget,
    // A database that is away now was there within the grace period.
    isInGrace: () => microseconds() - listener.answeredAt() < graceSeconds * second,
    flushUsage: usage.flush,
    stop: async () => {
      await listener.stop();
      limiter.close();
      await usage.stop();
    },
  };
};
