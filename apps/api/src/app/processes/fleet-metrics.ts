// The metrics of all processes, read through the primary.
import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue, Registry } from 'prom-client';
import { inTime } from '../../runtime/in-time.ts';
import { watchFleet, watchProcess } from '../../runtime/observability/metrics.ts';
import type { Role } from '../../runtime/processes/primary.ts';
import { isUp } from './heartbeat.ts';
import type { Running } from './worker.ts';

const scrapeWithinMs = 2500;

type WorkerMetrics = MetricObjectWithValues<MetricValue<string>>[];

export const openFleetMetrics = (running: Map<number, Running>, roles: Role[]) => {
  const own = new Registry();
  const countUp = () => [...running.values()].filter(isUp).length;
  const count = () => ({ up: countUp(), wanted: roles.length });
  const { up, replaced } = watchFleet(own, count);
  const ownProcess = new Registry();
  ownProcess.setDefaultLabels({ worker: 'primary' });
  watchProcess(ownProcess);

  const readMetrics = async () => {
    const answers = [...running].map(async ([number, { channel }]) => {
      const found = inTime(channel.ask<WorkerMetrics | null>('metrics'), scrapeWithinMs);
      const metrics = await found.catch(() => null);
      up.set({ worker: String(number), role: roles[number - 1] ?? 'portal' }, metrics ? 1 : 0);
      return metrics;
    });
    // Each series has the number of its process, so none is added to another.
    const found = (await Promise.all(answers)).filter((each) => each !== null);
    for (const registry of [own, ownProcess])
      found.push((await registry.getMetricsAsJSON()) as WorkerMetrics);
    return AggregatorRegistry.aggregate(found).metrics();
  };

  return { read: readMetrics, count, countReplaced: () => replaced.inc() };
};
