// Measures the key check while one account with ten thousand keys lists them in a loop. It lists them at another process, which
// only takes its share of the machine, and then at the process that checks.

import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { askAll, during, type Load, questionWith, showLoad } from '../load.ts';
import { startStage } from './stage.ts';

const turns = 3;
const turnMs = 6000;
const many = 10_000;
// Some 2000 checks each second leave the machine room for both.
const connections = 8;
const pauseMs = 3;

type Counts = { pages: number; failures: number };

const listInLoop = (workerData: { portalUrl: string; token: string }) => {
  const worker = new Worker(new URL('./list-in-loop.ts', import.meta.url), { workerData });
  return async () => {
    worker.postMessage('stop');
    const [counts] = (await once(worker, 'message')) as [Counts];
    return counts;
  };
};

const middle = (loads: Load[]) => loads.toSorted((a, b) => b.p99 - a.p99)[Math.floor(loads.length / 2)];

export const measureDuringLists = async () => {
  const encryptionKey = randomBytes(32).toString('base64url');
  const stage = await startStage(2, { KEY_ENCRYPTION_KEYS: `bench:${encryptionKey}` });
  const [port = 0] = stage.ports;
  const [key = ''] = await stage.newKeys(many, 100_000);
  await stage.sealKeys(encryptionKey);
  const check = () => askAll([port], during(turnMs, [questionWith(key)]), connections, pauseMs);
  await check();
  const [quiet, elsewhere, here]: [Load[], Load[], Load[]] = [[], [], []];
  let [pages, failures] = [0, 0];
  const checkWhileListing = async (process: number) => {
    const stop = listInLoop({ ...stage.signedIn, portalUrl: stage.portals[process]?.url ?? '' });
    const load = await check();
    const counts = await stop();
    pages += counts.pages;
    failures += counts.failures;
    return load;
  };
  for (let turn = 0; turn < turns; turn += 1) {
    quiet.push(await check());
    elsewhere.push(await checkWhileListing(1));
    here.push(await checkWhileListing(0));
  }
  const [calm, beside, loaded] = [middle(quiet), middle(elsewhere), middle(here)];
  if (!calm || !beside || !loaded) return;
  console.log(
    `Key check while an account with ${many.toLocaleString('en-US')} keys lists them in a loop: 50%, 99%`,
  );
  showLoad('quiet', calm);
  showLoad('meanwhile, at another process', beside);
  showLoad('meanwhile', loaded, `99%: ${(loaded.p99 / beside.p99).toFixed(1)} × elsewhere   budget 3 ×`);
  console.log(`  pages read ${((pages * 1000) / (2 * turns * turnMs)).toFixed(1)}/s, refused ${failures}\n`);
  await stage.stop();
};
