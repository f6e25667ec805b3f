// This measures the key check while one account with ten thousand keys lists them in a loop.

import { randomBytes } from 'node:crypto';
import { listKeys } from '@ballast/contract/api-keys';
import { nextCursorHeader } from '@ballast/contract/paging';
import { askAll, during, type Load, questionWith, showLoad } from '../load.ts';
import { startStage } from './stage.ts';

const turns = 3;
const turnMs = 6000;
const many = 10_000;
// Some 2000 checks each second leave the machine room for both.
const connections = 8;
const pauseMs = 3;

type Call = ReturnType<Awaited<ReturnType<typeof startStage>>['callOn']>;

// It reads page after page, from the beginning again at the end, until it is stopped.
const listInLoop = (call: Call) => {
  let [running, pages, failures] = [true, 0, 0];
  const loop = async () => {
    let cursor: string | undefined;
    while (running) {
      try {
        const { headers } = await call.withHeaders(listKeys, { query: { cursor } });
        cursor = headers.get(nextCursorHeader) ?? undefined;
        pages += 1;
      } catch {
        failures += 1;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
  };
  const ended = loop();
  return async () => {
    running = false;
    await ended;
    return { pages, failures };
  };
};

const middle = (loads: Load[]) => loads.toSorted((a, b) => b.p99 - a.p99)[Math.floor(loads.length / 2)];

export const measureDuringLists = async () => {
  const encryptionKey = randomBytes(32).toString('base64url');
  const stage = await startStage(1, { KEY_ENCRYPTION_KEYS: `bench:${encryptionKey}` });
  const [key = ''] = await stage.newKeys(many, 100_000);
  await stage.sealKeys(encryptionKey);
  const check = () => askAll(stage.ports, during(turnMs, [questionWith(key)]), connections, pauseMs);
  await check();
  const [quiet, busy]: [Load[], Load[]] = [[], []];
  let [pages, failures] = [0, 0];
  for (let turn = 0; turn < turns; turn += 1) {
    quiet.push(await check());
    const stop = listInLoop(stage.callOn(0));
    busy.push(await check());
    const counts = await stop();
    pages += counts.pages;
    failures += counts.failures;
  }
  const [calm, loaded] = [middle(quiet), middle(busy)];
  if (!calm || !loaded) return;
  console.log(
    `Key check while an account with ${many.toLocaleString('en-US')} keys lists them in a loop: 50%, 99%`,
  );
  showLoad('quiet', calm);
  showLoad('meanwhile', loaded, `99%: ${(loaded.p99 / calm.p99).toFixed(1)} × quiet   budget 3 ×`);
  console.log(`  pages read ${((pages * 1000) / (turns * turnMs)).toFixed(1)}/s, refused ${failures}\n`);
  await stage.stop();
};
