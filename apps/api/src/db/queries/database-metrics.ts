// What operators watch of the database: connections, and how long statements take.
import type { Pool } from 'pg';
import { Gauge, Histogram, type Registry } from 'prom-client';
import { watchQueries } from './watch-queries.ts';

const statements = ['select', 'insert', 'update', 'delete', 'begin', 'commit', 'rollback'];

const kindOf = (text: string) => {
  const [word = ''] = /\w+/.exec(text.slice(0, 40)) ?? [];
  const kind = word.toLowerCase();
  return statements.includes(kind) ? kind : 'other';
};

export const watchDatabase = (registry: Registry, pool: Pool) => {
  const registers = [registry];
  new Gauge({
    name: 'ballast_database_connections',
    help: 'Connections of the pool, by state: in_use or idle; and waiting, the requests that wait for one',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'in_use' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'waiting' }, pool.waitingCount);
    },
  });
  new Gauge({
    name: 'ballast_database_connections_max',
    help: 'As many connections may the pool open',
    registers,
  }).set(pool.options.max);
  const durations = new Histogram({
    name: 'ballast_database_query_duration_seconds',
    help: 'How long statements take, by their first word',
    labelNames: ['statement'],
    buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10],
    registers,
  });
  // Looking a label up costs more than counting.
  const byKind = new Map([...statements, 'other'].map((kind) => [kind, durations.labels(kind)]));
  watchQueries(pool, (text) => {
    const began = performance.now();
    return () => byKind.get(kindOf(text))?.observe((performance.now() - began) / 1000);
  });
};
