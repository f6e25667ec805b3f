// How soon a browser that waits has the row of a check, while 1,000 other checks of the same account come each second.
import { setTimeout as pause } from 'node:timers/promises';
import { listRequests } from '@ballast/contract/requests/requests';
import { hashSecret } from '@ballast/harness/many-keys';
import type { Stage } from '../key-check/stage.ts';
import { askAll, during, questionWith, showLoad, summarize } from '../load.ts';

const samples = 40;
const busyKeys = 100;
const connections = 20;
const pauseMs = 15;

const idOf = async ({ database, pepper }: Stage, secret: string): Promise<string> => {
  const hash = hashSecret(pepper, secret);
  const { rows } = await database.query('select id from api_keys where secret_hash = $1', [hash]);
  return rows[0].id;
};

// As the screen does it: a call that waits for what is newer than the newest row, and then the next one.
export const measureDelay = async (stage: Stage) => {
  const [port = 0] = stage.ports;
  const browser = stage.callOn(0);
  const busy = (await stage.newKeys(busyKeys)).map(questionWith);
  const [probe = ''] = await stage.newKeys(1);
  const keyId = await idOf(stage, probe);
  let isOver = false;
  const questions = during(Number.POSITIVE_INFINITY, busy);
  const load = askAll([port], () => (isOver ? null : questions()), connections, pauseMs);
  const delays: number[] = [];
  let after: string | undefined;
  while (delays.length < samples) {
    const waiting = browser(listRequests, { query: { keyId, after, wait: 25 } });
    await pause(Math.random() * 1000);
    const began = performance.now();
    const answer = await fetch(`http://127.0.0.1:${port}/v1/key-check`, {
      headers: { authorization: `Bearer ${probe}` },
    });
    const [row] = await waiting;
    if (row?.requestId !== answer.headers.get('x-request-id')) throw new Error('another row came');
    delays.push(performance.now() - began);
    after = row?.id;
  }
  isOver = true;
  showLoad('checks meanwhile', await load);
  const { p50, p99 } = summarize(delays, 1);
  console.log(
    `from check to row, of ${samples}: 50% ${p50.toFixed(0)} ms, at most ${Math.max(p99, ...delays).toFixed(0)} ms   budget 2,000 ms`,
  );
};
