// The metrics of all processes, read through the primary.
import {
  AggregatorRegistry,
  Counter,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from 'prom-client';
import { inTime } from '../../runtime/in-time.ts';
import { watchProcess, watchUp } from '../../runtime/observability/metrics.ts';
import type { Role } from '../../runtime/processes/primary.ts';
import type { Running } from './worker.ts';

const scrapeWithinMs = 3000;

type WorkerMetrics = MetricObjectWithValues<MetricValue<string>>[];

export const openFleetMetrics = (running: Map<number, Running>, roleOf: (number: number) => Role) => {
  const own = new Registry();
  const replaced = new Counter({
    name: 'ballast_processes_replaced_total',
    help: 'Processes that ended by themselves and were replaced',
    registers: [own],
  });
  const up = watchUp(own);
  const ownProcess = new Registry();
  ownProcess.setDefaultLabels({ worker: 'primary' });
  watchProcess(ownProcess);

  const readMetrics = async () => {
    const answers = [...running].map(async ([number, { channel }]) => {
      const found = inTime(channel.ask<WorkerMetrics | null>('metrics'), scrapeWithinMs);
      const metrics = await found.catch(() => null);
      up.set({ worker: String(number), role: roleOf(number) }, metrics ? 1 : 0);
      return metrics;
    });
    // Each series has the number of its process, so none is added to another.
    const found = (await Promise.all(answers)).filter((each) => each !== null);
    for (const registry of [own, ownProcess])
      found.push((await registry.getMetricsAsJSON()) as WorkerMetrics);
    return AggregatorRegistry.aggregate(found).metrics();
  };

  return { read: readMetrics, countReplaced: () => replaced.inc() };
};
