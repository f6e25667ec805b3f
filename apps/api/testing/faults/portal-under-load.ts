// One portal under a write load; something of what it needs fails and comes back, round after round.
import { setTimeout } from 'node:timers/promises';
import { freePort } from '@ballast/harness/free-port';
import { type Portal, startPortal } from '@ballast/harness/portal';
import { waitFor } from '@ballast/harness/wait-for';
import { unlimited } from '../unlimited.ts';
import type { Fault } from './report.ts';
import { addTally, noTally, startWriteLoad, type WriteLoad, whenWritten } from './write-load.ts';

export const settings = {
  LOG_LEVEL: 'silent',
  TIMEOUTS_MS: 'database_statement=3000,database_lock=3000',
  ...unlimited,
};

const whenReady = async ({ url }: Pick<Portal, 'url'>, load: WriteLoad, began: number) => {
  await waitFor('the portal to be ready', async () => {
    if (!(await fetch(`${url}/ready`)).ok) throw new Error('it is not');
  });
  await whenWritten(load, 1);
  return performance.now() - began;
};

type Failing = {
  fault: string;
  rounds: number;
  variables: Record<string, string>;
  // Fails and comes back. It may say since when nobody was served; otherwise the time runs from when it is back.
  fail: (load: WriteLoad) => Promise<unknown>;
};

const betweenRounds = 15;
const probeEveryMs = 100;

// Asks as a load balancer does, until it is told to stop: then it says how long an answer took at most.
const startProbing = ({ url }: Pick<Portal, 'url'>) => {
  let slowestMs = 0;
  let stopped = false;
  const probing = (async () => {
    while (!stopped) {
      const began = performance.now();
      await fetch(`${url}/ready`);
      slowestMs = Math.max(slowestMs, performance.now() - began);
      await setTimeout(probeEveryMs);
    }
  })();
  return async () => {
    stopped = true;
    await probing;
    return slowestMs;
  };
};

export const runUnderLoad = async ({ fault, rounds, variables, fail }: Failing): Promise<Fault> => {
  const portal = await startPortal({ ...settings, PORT: String(await freePort()), ...variables });
  const tally = noTally();
  const readyMs: number[] = [];
  let refused = 0;
  let slowestProbeMs = 0;
  for (let round = 0; round < rounds; round += 1) {
    const load = await startWriteLoad(portal.url);
    await whenWritten(load, betweenRounds);
    const stopProbing = startProbing(portal);
    const since = await fail(load);
    readyMs.push(await whenReady(portal, load, typeof since === 'number' ? since : performance.now()));
    slowestProbeMs = Math.max(slowestProbeMs, await stopProbing());
    await whenWritten(load, betweenRounds);
    await load.stop();
    refused += load.refused();
    addTally(tally, await load.count());
  }
  await portal.stop();
  return { fault, rounds, ...tally, refused, readyMs, slowestProbeMs };
};

// So many calls are refused, or as many answered where a fault refuses nobody.
export const whenRefused = (load: WriteLoad, count: number) => {
  const before = load.refused();
  return waitFor(`${count} refused writes`, () => {
    if (load.refused() - before < count) throw new Error(`there are ${load.refused() - before}`);
  });
};
