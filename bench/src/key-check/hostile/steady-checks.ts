// Key checks at a steady rate, how long each took, and how long the process that answers them waited for a core.
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { summarize } from '../../load.ts';
import { openConnections } from '../../mixed-load/connections.ts';

export const turns = 3;
const turnMs = 10_000;
export const checksPerSecond = 200;
const connections = 64;
const tickMs = 1;

// By the clock, whether the checks before are answered or not.
export const checkSteadily = async (port: number, key: string, pid: number): Promise<Sample> => {
  const waitedBefore = waitedForCore(pid);
  const open = openConnections(port, connections);
  await open.openAll();
  const question = `GET /v1/key-check HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\n\r\n`;
  const times: number[] = [];
  let failed = 0;
  const pending: Promise<void>[] = [];
  const check = async () => {
    const askedAt = performance.now();
    const status = await open.send(question);
    times.push(performance.now() - askedAt);
    if (status !== 200) failed += 1;
  };
  const began = performance.now();
  while (performance.now() - began < turnMs) {
    const due = ((performance.now() - began) / 1000) * checksPerSecond;
    while (pending.length < due) pending.push(check());
    await pause(tickMs);
  }
  await Promise.all(pending);
  open.close();
  return { times, failed, waited: waitedForCore(pid) - waitedBefore };
};

// How long a process has waited for a core, in seconds: beside other programs the times are theirs. Linux alone tells it.
const waitedForCore = (pid: number) => {
  const file = `/proc/${pid}/task/${pid}/schedstat`;
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split(' ')[1]) / 1e9 : 0;
};

export type Sample = { times: number[]; failed: number; waited: number };

const allSeconds = (turns * turnMs) / 1000;
export const summary = (samples: Sample[]) =>
  summarize(
    samples.flatMap(({ times }) => times),
    allSeconds,
  );
export const waits = (samples: Sample[]) => {
  const waited = samples.reduce((sum, sample) => sum + sample.waited, 0);
  const failed = samples.reduce((sum, sample) => sum + sample.failed, 0);
  const unanswered = failed ? `   ${failed} checks failed` : '';
  return `waited for a core ${((100 * waited) / allSeconds).toFixed(0)}%${unanswered}`;
};
