// The log of requests: what it costs the key check, how soon a row is there, and how long reading takes.
import { startStage } from '../key-check/stage.ts';
import { measureCost } from './cost.ts';
import { measureDelay } from './delay.ts';
import { fillTable, measureReading } from './reading.ts';

export const measureRequests = async () => {
  // The first process has other work, too, so it is not compared.
  const stage = await startStage(3, {}, [{}, {}, { KEEP_REQUESTS_DAYS: '0' }]);
  console.log('The log of requests, PostgreSQL');
  await measureDelay(stage);
  await measureCost(stage, { withLog: 1, without: 2 });
  const now = new Date();
  await fillTable(stage, now);
  await measureReading(stage, now);
  console.log();
  await stage.stop();
};
