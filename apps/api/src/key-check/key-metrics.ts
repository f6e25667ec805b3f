// What operators watch of the key check. The counts are plain numbers that are read on demand: a request pays an addition.
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

type KeyCheckState = {
  outcomes: Record<string, number>;
  stale: number;
  hits: number;
  lookups: number;
  cached: number;
  limiterAway: boolean;
  listening: boolean;
  usageBacklog: number;
  usageLost: number;
  requestsLost: number;
};

type Read = (state: KeyCheckState) => number;

type Watch = (Metric: typeof Counter | typeof Gauge, name: string, help: string, of: Read) => unknown;

// What waits to be written, and what was given up.
const watchWrites = (watch: Watch) => {
  watch(
    Gauge,
    'ballast_key_usage_backlog',
    'Counts by key and minute that wait to be written',
    ({ usageBacklog }) => usageBacklog,
  );
  watch(
    Counter,
    'ballast_key_usage_lost_total',
    'Requests not counted, because too many counts waited to be written',
    ({ usageLost }) => usageLost,
  );
  watch(
    Counter,
    'ballast_key_requests_lost_total',
    'Requests without a row in the log, because rows of too many keys waited to be written',
    ({ requestsLost }) => requestsLost,
  );
};

export const watchKeyCheck = (registry: Registry, read: () => KeyCheckState) => {
  const registers = [registry];
  const watch = (Metric: typeof Counter | typeof Gauge, name: string, help: string, of: Read) =>
    new Metric({
      name,
      help,
      registers,
      collect() {
        this.reset();
        this.inc(of(read()));
      },
    });

  new Counter({
    name: 'ballast_key_checks_total',
    help: 'Key checks, by outcome: allowed, limited, scope_missing, address_not_allowed, expired, revoked, unknown or unavailable; an unknown key that is turned away counts as both',
    labelNames: ['outcome'],
    registers,
    collect() {
      this.reset();
      for (const [outcome, count] of Object.entries(read().outcomes)) this.inc({ outcome }, count);
    },
  });
  watch(
    Counter,
    'ballast_key_checks_stale_total',
    'Key checks allowed while the database is away, because the key was known within KEY_CHECK_GRACE_SECONDS',
    ({ stale }) => stale,
  );
  watch(Counter, 'ballast_key_cache_hits_total', 'Key checks answered from the cache', ({ hits }) => hits);
  watch(Counter, 'ballast_key_lookups_total', 'Key checks that asked the database', ({ lookups }) => lookups);
  watch(Gauge, 'ballast_key_cache_entries', 'Values in the cache of keys', ({ cached }) => cached);
  watch(
    Gauge,
    'ballast_key_limiter_fallback',
    '1 while Redis, or the primary that counts instead, is away and this process limits keys by itself',
    ({ limiterAway }) => Number(limiterAway),
  );
  watch(
    Gauge,
    'ballast_key_listener_up',
    '1 while changes of keys are heard; otherwise each check asks the database',
    ({ listening }) => Number(listening),
  );
  watchWrites(watch);

  const waits = new Histogram({
    name: 'ballast_key_check_wait_seconds',
    help: 'How long key checks waited for the database, Redis or the pace of unknown keys; good keys answered from memory are not counted',
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers,
  });
  return { waited: (milliseconds: number) => waits.observe(milliseconds / 1000) };
};
