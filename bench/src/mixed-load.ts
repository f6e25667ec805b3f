// Mixed traffic for minutes: at the rate that the portal was just seen to reach, and at twice that. Requests come by the clock, whether
// the ones before are answered or not.
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { startStage } from './key-check/stage.ts';
import { summarize } from './load.ts';

const optionOf = (name: string, usual: number) =>
  Number(process.argv.find((word) => word.startsWith(`--${name}=`))?.split('=')[1] ?? usual);

const warmUpMs = 5000;
const capacityMs = 10_000;
const connections = 64;
const tickMs = 10;
const giveUpMs = 10_000;
// Beyond so many at once the client is what is measured.
const mostAtOnce = 2000;

type Counts = { requests: number; shed: number; errors: number; skipped: number; times: number[] };
const noCounts = (): Counts => ({ requests: 0, shed: 0, errors: 0, skipped: 0, times: [] });

const memoryOf = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

const openTraffic = (url: string, token: string, keys: string[]) => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  let turn = 0;
  let atOnce = 0;
  const signedIn = { authorization: `Bearer ${token}` };

  // Of a hundred requests ninety are key checks, eight read, two write.
  const next = () => {
    turn += 1;
    const place = turn % 100;
    if (place === 0 || place === 50) {
      const body = JSON.stringify({ name: `load ${turn}`, environment: 'SANDBOX' });
      return {
        method: 'POST',
        path: '/api/api-keys',
        headers: { ...signedIn, 'content-type': 'application/json' },
        body,
      };
    }
    if (place % 12 === 1)
      return {
        method: 'GET',
        path: place % 24 === 1 ? '/api/users/profile' : '/api/activities?limit=20',
        headers: signedIn,
      };
    return {
      method: 'GET',
      path: '/v1/key-check',
      headers: { authorization: `Bearer ${keys[turn % keys.length]}` },
    };
  };

  const send = (counts: Counts) =>
    new Promise<void>((done) => {
      const { method, path, headers, body } = { body: undefined, ...next() };
      const began = performance.now();
      atOnce += 1;
      counts.requests += 1;
      const end = (status: number) => {
        atOnce -= 1;
        if (status === 503) counts.shed += 1;
        else if (status >= 500 || !status) counts.errors += 1;
        else counts.times.push(performance.now() - began);
        done();
      };
      const asked = request(`${url}${path}`, { method, headers, agent, timeout: giveUpMs }, (answer) => {
        answer.resume().once('close', () => end(answer.statusCode ?? 0));
      });
      asked.once('timeout', () => asked.destroy());
      asked.once('error', () => end(0));
      asked.end(body);
    });

  // As fast as it is answered.
  const saturate = async (ms: number) => {
    const counts = noCounts();
    const until = performance.now() + ms;
    const keepSending = async () => {
      while (performance.now() < until) await send(counts);
    };
    await Promise.all(Array.from({ length: connections }, keepSending));
    return counts.times.length / (ms / 1000);
  };

  const atRate = async (perSecond: number, ms: number) => {
    const counts = noCounts();
    const pending = new Set<Promise<void>>();
    const began = performance.now();
    let due = 0;
    while (performance.now() - began < ms) {
      for (const wanted = ((performance.now() - began) / 1000) * perSecond; due < wanted; due += 1) {
        if (atOnce >= mostAtOnce) counts.skipped += 1;
        else {
          const sent: Promise<void> = send(counts).finally(() => pending.delete(sent));
          pending.add(sent);
        }
      }
      await new Promise((resolve) => setTimeout(resolve, tickMs));
    }
    await Promise.all(pending);
    return counts;
  };
  return { saturate, atRate, close: () => agent.destroy() };
};

const whole = (number: number) => Math.round(number).toLocaleString('en-US');

export const measureMixedLoad = async () => {
  const stage = await startStage(1);
  const traffic = openTraffic(stage.signedIn.portalUrl, stage.signedIn.token, await stage.newKeys(2000));
  const pid = stage.portals[0]?.pid ?? 0;
  await traffic.saturate(warmUpMs);
  const capacity = await traffic.saturate(capacityMs);
  console.log(`Mixed traffic, one process on PostgreSQL, capacity ${whole(capacity)}/s`);
  console.log(
    '  load                requests      shed    errors  not sent        p50        p99    memory at start and end',
  );
  for (const [name, rate, minutes] of [
    ['at capacity', capacity, optionOf('minutes', 10)],
    ['at twice that', 2 * capacity, optionOf('overload-minutes', 1)],
  ] as const) {
    const before = memoryOf(pid);
    const { requests, shed, errors, skipped, times } = await traffic.atRate(rate, minutes * 60_000);
    const { p50, p99 } = summarize(times, 1);
    const cells = [requests, shed, errors, skipped].map((count) => whole(count).padStart(10)).join('');
    const waits = [p50, p99].map((ms) => `${ms.toFixed(1)} ms`.padStart(11)).join('');
    console.log(`  ${name.padEnd(16)}${cells}${waits}    ${whole(before)} MB, ${whole(memoryOf(pid))} MB`);
  }
  console.log();
  traffic.close();
  await stage.stop();
};
