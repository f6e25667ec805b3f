// A worker, a primary, and one of two processes behind nginx hang: SIGSTOP, as a dead loop or a machine without memory would. From 20 s
// later on every request must be answered within 5 s, and a line of a log must say what happened.
import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { createKey } from '@ballast/contract/keys/api-keys';
import { freePort } from '@ballast/harness/free-port';
import { openPortals } from '@ballast/harness/portals';
import { startPostgres } from '@ballast/harness/postgres';
import { startProxy } from '../servers/nginx.ts';
import { settings } from './portal-under-load.ts';
import type { Hang } from './report.ts';

const noticedAfterMs = 20_000;
const slowestAllowedMs = 5000;
const atOnce = 4;
const callsAfterwards = 200;
const token = 'metrics-of-the-faults';

type Stage = { url: string; key: string };
type Wait = { status: number; ms: number };

// Each has a connection of its own, as a new client has.
const ask = (url: string, method: string, headers: Record<string, string>, body = '') =>
  new Promise<Wait>((resolve) => {
    const began = performance.now();
    const end = (status: number) => resolve({ status, ms: performance.now() - began });
    const signal = AbortSignal.timeout(noticedAfterMs);
    const call = request(url, { method, headers, agent: false, signal }, (answer) => {
      answer.resume().once('end', () => end(answer.statusCode ?? 0));
      answer.once('error', () => end(0));
    });
    call.once('error', () => end(0)).end(body);
  });

const json = { 'content-type': 'application/json' };
const calls: ((stage: Stage) => Promise<Wait>)[] = [
  ({ url }) => ask(`${url}/health`, 'GET', {}),
  ({ url, key }) => ask(`${url}/v1/key-check`, 'GET', { authorization: `Bearer ${key}` }),
  ({ url }) => ask(`${url}/api/portal`, 'GET', {}),
  ({ url }) => {
    const body = { email: `${crypto.randomUUID()}@northwind.example`, password: 'Wrong-pass1!' };
    return ask(`${url}/api/auth/login`, 'POST', json, JSON.stringify(body));
  },
  ({ url }) => ask(`${url}/metrics`, 'GET', { authorization: `Bearer ${token}` }),
];

const askUntil = async (stage: Stage, isOver: (count: number) => boolean) => {
  const waits: Wait[] = [];
  const askOn = async () => {
    while (!isOver(waits.length)) {
      const call = calls[waits.length % calls.length];
      if (call) waits.push(await call(stage));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, askOn));
  return waits;
};

const slowestOf = (waits: Wait[]) => Math.max(0, ...waits.map(({ ms }) => ms));
const countFailed = (waits: Wait[]) => waits.filter(({ status }) => !status || status >= 500).length;

const measure = async (sum: Hang, stage: Stage, pid: number, readLines: () => Promise<number>) => {
  process.kill(pid, 'SIGSTOP');
  const over = performance.now() + noticedAfterMs;
  // A call that was made before may take longer.
  const first = askUntil(stage, () => performance.now() > over);
  await setTimeout(noticedAfterMs);
  const later = await askUntil(stage, (count) => count >= callsAfterwards);
  const early = await first;
  sum.early += early.length;
  sum.earlyFailed += countFailed(early);
  sum.earlySlowestMs = Math.max(sum.earlySlowestMs, slowestOf(early));
  sum.later += later.length;
  sum.laterFailed += countFailed(later);
  sum.laterSlowestMs = Math.max(sum.laterSlowestMs, slowestOf(later));
  sum.lines += Number((await readLines()) > 0);
};

const openStage = async (variables: Record<string, string>) => {
  const postgres = await startPostgres({ max_connections: '150' });
  const shared = { ...settings, LOG_LEVEL: 'info', DATABASE_URL: postgres.url, METRICS_TOKEN: token };
  const portals = await openPortals({ ...shared, ...variables });
  const stop = async () => {
    await portals.stop();
    await postgres.remove();
  };
  return { portals, stop };
};

const newSum = (fault: string, rounds: number): Hang => ({
  fault,
  rounds,
  ...{ early: 0, earlyFailed: 0, earlySlowestMs: 0 },
  ...{ later: 0, laterFailed: 0, laterSlowestMs: 0 },
  lines: 0,
});

const childrenOf = async (pid: number) =>
  (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ').map(Number);

// `whose` chooses the one of two processes on one port, or their primary, that hangs.
const hangOnOnePort = async (
  fault: string,
  rounds: number,
  line: string,
  whose: (primary: number) => Promise<number>,
) => {
  const sum = newSum(fault, rounds);
  for (let round = 0; round < rounds; round += 1) {
    const { portals, stop } = await openStage({ PROCESSES: '2' });
    const portal = await portals.start();
    const { call } = await portals.developer(portal);
    const { key } = await call(createKey, { body: { name: 'gateway', environment: 'SANDBOX' } });
    const pid = await whose(portal.pid);
    await measure(sum, { url: portal.url, key }, pid, async () =>
      Number(portal.output.stdout.includes(line)),
    );
    if (pid === portal.pid) process.kill(pid, 'SIGCONT');
    await stop();
  }
  return sum;
};

export const hangWorker = (rounds: number) =>
  hangOnOnePort('one of two workers', rounds, 'a process hangs', async (primary) => {
    const [, second = 0] = await childrenOf(primary);
    return second;
  });

export const hangPrimary = (rounds: number) =>
  hangOnOnePort('the primary of two', rounds, 'the primary does not answer', async (primary) => primary);

// Nobody ends the process: nginx alone leaves it out.
export const hangBehindNginx = async (rounds: number) => {
  const sum = newSum('one of two behind nginx', rounds);
  for (let round = 0; round < rounds; round += 1) {
    const { portals, stop } = await openStage({});
    const ports = [String(await freePort()), String(await freePort())];
    const proxy = await startProxy(ports.map((port) => `127.0.0.1:${port}`));
    const [first, second] = await Promise.all(ports.map((PORT) => portals.start({ PORT })));
    if (!first || !second) throw new Error('both must run');
    const { call } = await portals.developer(first);
    const { key } = await call(createKey, { body: { name: 'gateway', environment: 'SANDBOX' } });
    await measure(sum, { url: proxy.url, key }, second.pid, async () => {
      const { access } = await proxy.readLogs();
      return access.split('\n').filter((each) => each.includes(`:${second.port}`) && each.includes('"504'))
        .length;
    });
    process.kill(second.pid, 'SIGCONT');
    await proxy.stop();
    await stop();
  }
  return sum;
};

export const isNoticed = ({ rounds, lines, laterSlowestMs }: Hang) =>
  lines === rounds && laterSlowestMs <= slowestAllowedMs;
