// kill -9 in the middle of writes, and a clock that is another after the restart.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPortal } from '@ballast/harness/portal';
import { startPostgres } from '@ballast/harness/postgres';
import { clockAhead } from '@ballast/harness/process-time';
import { settings } from './portal-under-load.ts';
import type { Fault } from './report.ts';
import { addTally, noTally, startWriteLoad, whenWritten } from './write-load.ts';

type Start = (round: number) => { variables?: Record<string, string>; flags?: string[] };

const killRounds = async (
  fault: string,
  rounds: number,
  variables: Record<string, string>,
  restart: Start = () => ({}),
): Promise<Fault> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'ballast-faults-'));
  const start = (round: number) => {
    const { variables: own = {}, flags = [] } = restart(round);
    return startPortal({ ...settings, DATA_DIR: dataDir, ...variables, ...own }, flags);
  };
  const tally = noTally();
  const readyMs: number[] = [];
  let refused = 0;
  let portal = await start(-1);
  for (let round = 0; round < rounds; round += 1) {
    const load = await startWriteLoad(portal.url);
    // Not always at the same moment.
    await whenWritten(load, 5 + (round % 4) * 6);
    const began = performance.now();
    await portal.kill();
    await load.stop();
    refused += load.refused();
    portal = await start(round);
    readyMs.push(performance.now() - began);
    addTally(tally, await load.count(portal.url));
  }
  await portal.stop();
  await rm(dataDir, { recursive: true, force: true });
  return { fault, rounds, ...tally, refused, readyMs };
};

export const killOnEmbedded = (rounds: number) => killRounds('kill -9, embedded database', rounds, {});

export const killOnPostgres = async (rounds: number) => {
  const postgres = await startPostgres({ max_connections: '150' });
  const found = await killRounds('kill -9, PostgreSQL', rounds, { DATABASE_URL: postgres.url });
  await postgres.remove();
  return found;
};

// An hour ahead, and back again.
export const moveClock = (rounds: number) =>
  killRounds('kill -9 and a clock an hour ahead, then back', rounds, {}, (round) =>
    round % 2 ? {} : { variables: { CLOCK_AHEAD_SECONDS: '3600' }, flags: [`--import=${clockAhead}`] },
  );
