// One of two processes has a wrong clock. A little wrong, it serves, and what it acknowledges is there at the other one. Very wrong, a
// load balancer must leave it out. A line of its log tells both.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Portal, startPortal } from '@ballast/harness/portal';
import { startPostgres } from '@ballast/harness/postgres';
import { clockAhead } from '@ballast/harness/process-time';
import { waitFor } from '@ballast/harness/wait-for';
import { settings } from './portal-under-load.ts';
import type { Fault } from './report.ts';
import { addTally, noTally, startWriteLoad, whenWritten } from './write-load.ts';

const line = 'the clock of this machine is wrong';
const writes = 40;
// In seconds; the process with the last two must not be ready.
const skews = [40, -40, 600, -600];
const mayServe = (seconds: number) => Math.abs(seconds) < 300;

const isReady = async ({ url }: Portal) => (await fetch(`${url}/ready`)).status === 200;

export const runWithWrongClock = async (rounds: number): Promise<Fault> => {
  const postgres = await startPostgres({ max_connections: '150' });
  const dataDir = await mkdtemp(join(tmpdir(), 'ballast-faults-'));
  const variables = { ...settings, LOG_LEVEL: 'info', DATA_DIR: dataDir, DATABASE_URL: postgres.url };
  const right = await startPortal(variables);
  const tally = noTally();
  const noticedMs: number[] = [];
  let refused = 0;
  let unnoticed = 0;
  let slowestProbeMs = 0;
  for (let round = 0; round < rounds; round += 1) {
    const seconds = skews[round % skews.length] ?? 0;
    const began = performance.now();
    const wrong = await startPortal({ ...variables, CLOCK_AHEAD_SECONDS: String(seconds) }, [
      `--import=${clockAhead}`,
    ]);
    await waitFor('the line in the log', () => {
      if (!wrong.output.stdout.includes(line)) throw new Error('it is not there');
    });
    noticedMs.push(performance.now() - began);
    const probedAt = performance.now();
    if ((await isReady(wrong)) !== mayServe(seconds) || !(await isReady(right))) unnoticed += 1;
    slowestProbeMs = Math.max(slowestProbeMs, performance.now() - probedAt);
    // A load balancer goes by /ready.
    const load = await startWriteLoad((mayServe(seconds) ? wrong : right).url);
    await whenWritten(load, writes);
    await load.stop();
    refused += load.refused();
    addTally(tally, await load.count(right.url));
    await wrong.stop();
  }
  await right.stop();
  await postgres.remove();
  await rm(dataDir, { recursive: true, force: true });
  const fault = 'wrong clock of one of two, 40 s and 10 min';
  return { fault, rounds, ...tally, refused, readyMs: noticedMs, slowestProbeMs, unnoticed };
};
