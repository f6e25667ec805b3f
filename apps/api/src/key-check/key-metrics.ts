// What operators watch of the key check. The counts are plain numbers, read when somebody asks: on the way of a request
// they cost an addition.
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

export type KeyCheckState = {
  outcomes: Record<string, number>;
  hits: number;
  lookups: number;
  cached: number;
  limiterAway: boolean;
  listening: boolean;
  usageBacklog: number;
  usageLost: number;
};

export const watchKeyCheck = (registry: Registry, read: () => KeyCheckState) => {
  const registers = [registry];
  const counter = (name: string, help: string, of: (state: KeyCheckState) => number) =>
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset();
        this.inc(of(read()));
      },
    });
  const gauge = (name: string, help: string, of: (state: KeyCheckState) => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(of(read()));
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
  counter('ballast_key_cache_hits_total', 'Key checks answered from the cache', ({ hits }) => hits);
  counter('ballast_key_lookups_total', 'Key checks that asked the database', ({ lookups }) => lookups);
  gauge('ballast_key_cache_entries', 'Values in the cache of keys', ({ cached }) => cached);
  gauge(
    'ballast_key_limiter_fallback',
    '1 while Redis, or the primary that counts instead, is away and this process limits keys by itself',
    ({ limiterAway }) => Number(limiterAway),
  );
  gauge(
    'ballast_key_listener_up',
    '1 while changes of keys are heard; otherwise each check asks the database',
    ({ listening }) => Number(listening),
  );
  gauge(
    'ballast_key_usage_backlog',
    'Counts by key and minute that wait to be written',
    ({ usageBacklog }) => usageBacklog,
  );
  counter(
    'ballast_key_usage_lost_total',
    'Requests not counted, because too many counts waited to be written',
    ({ usageLost }) => usageLost,
  );

  const waits = new Histogram({
    name: 'ballast_key_check_wait_seconds',
    help: 'How long key checks waited for the database, Redis or the pace of unknown keys; good keys answered from memory are not counted',
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers,
  });
  return { waited: (milliseconds: number) => waits.observe(milliseconds / 1000) };
};
