// Mixed traffic for minutes: at the rate that the portal was just seen to reach, and at twice that.
//   npm run bench -- load --minutes=10 --overload-minutes=1
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { type Stage, startStage } from '../key-check/stage.ts';
import { summarize } from '../load.ts';
import { numberOption } from '../options.ts';
import { type Counts, openTraffic, type Person, type Tally } from './traffic.ts';

const warmUpMs = 5000;
const stepMs = 4000;
// More at once than before must bring so much more, or the portal has reached what it can do.
const steps = [8, 16, 32, 64, 128, 256];
const worthwhile = 1.05;
const developers = 20;
const metricsToken = 'metrics-of-the-bench';

const whole = (number: number) => Math.round(number).toLocaleString('en-US');
const time = (ms: number) => `${ms.toFixed(1)} ms`;

const memoryOf = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

// Time on a core, in clock ticks of a hundredth of a second: the 14th and 15th field, the second of which is a name in brackets.
const cpuSecondsOf = (pid: number) => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
};

type Traffic = Awaited<ReturnType<typeof openTraffic>>;

const answered = ({ checks, calls }: Tally) => [...checks.times, ...calls.times];

const measureCapacity = async (traffic: Traffic, pid: number) => {
  await traffic.saturate(32, warmUpMs);
  console.log(
    '  at once   answered         p50         p99   cores: portal, this client (PostgreSQL has the rest)',
  );
  let best = 0;
  for (const atOnce of steps) {
    const [portalBefore, clientBefore] = [cpuSecondsOf(pid), cpuSecondsOf(process.pid)];
    const seconds = stepMs / 1000;
    const times = answered(await traffic.saturate(atOnce, stepMs));
    const { perSecond, p50, p99 } = summarize(times, seconds);
    const cores = [cpuSecondsOf(pid) - portalBefore, cpuSecondsOf(process.pid) - clientBefore];
    const busy = cores.map((used) => (used / seconds).toFixed(2)).join(', ');
    console.log(
      `  ${String(atOnce).padStart(7)}${`${whole(perSecond)}/s`.padStart(11)}${time(p50).padStart(12)}${time(p99).padStart(12)}   ${busy}`,
    );
    const isWorthwhile = perSecond > best * worthwhile;
    best = Math.max(best, perSecond);
    if (!isWorthwhile) break;
  }
  return best;
};

const columns = ['requests', 'shed', 'errors', 'not sent', 'p50', 'p99', '503: p50', '503: p99'];
const showRow = (name: string, cells: string[]) =>
  console.log(`  ${name.padEnd(28)}${cells.map((cell) => cell.padStart(12)).join('')}`);

const showCounts = (name: string, { requests, shed, errors, wrong, notSent, times, shedTimes }: Counts) => {
  const { p50, p99 } = summarize(times, 1);
  const refusal = summarize(shedTimes, 1);
  const refusedIn = shedTimes.length ? [time(refusal.p50), time(refusal.p99)] : ['-', '-'];
  showRow(name, [...[requests, shed, errors, notSent].map(whole), time(p50), time(p99), ...refusedIn]);
  for (const [status, count] of wrong) console.log(`    ${whole(count)} × ${status || 'no answer'}`);
};

// The highest that it was seen at, besides the beginning and the end.
const watchMemory = (pid: number) => {
  const start = memoryOf(pid);
  let highest = start;
  const timer = setInterval(() => {
    highest = Math.max(highest, memoryOf(pid));
  }, 1000);
  return () => {
    clearInterval(timer);
    return `memory ${whole(start)} MB at the start, ${whole(highest)} MB at most, ${whole(memoryOf(pid))} MB at the end`;
  };
};

const countShed = async (url: string) => {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } });
  return Number(/^ballast_http_calls_shed_total(?:\{.*\})? (\d+)/m.exec(await answer.text())?.[1]);
};

// Through the front door, page by page.
const namesOf = async (portalUrl: string, { token }: Person) => {
  const names = new Set<string>();
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Response = await fetch(
      `${portalUrl}/api/api-keys?limit=500${cursor && `&cursor=${cursor}`}`,
      {
        headers: { authorization: `Bearer ${token}` },
      },
    );
    if (!page.ok) throw new Error(`the keys cannot be read: ${page.status}`);
    for (const { name } of (await page.json()) as { name: string }[]) names.add(name);
    cursor = page.headers.get('x-next-cursor');
  }
  return names;
};

const countFound = async (portalUrl: string, people: Person[]) => {
  let [acknowledged, found] = [0, 0];
  for (const person of people) {
    const names = await namesOf(portalUrl, person);
    acknowledged += person.written.size;
    for (const name of person.written) if (names.has(name)) found += 1;
  }
  return { acknowledged, found };
};

const newPeople = async (stage: Stage) => {
  const people: Person[] = [];
  while (people.length < developers) {
    const { session } = await stage.newDeveloper();
    people.push({ token: session.access_token, written: new Set() });
  }
  return people;
};

export const measureMixedLoad = async () => {
  const stage = await startStage(1, {
    METRICS_TOKEN: metricsToken,
    LIMITS: 'sign_ups_per_address=1000000,mails_per_address=1000000',
  });
  const { portalUrl } = stage.signedIn;
  const people = await newPeople(stage);
  const traffic = await openTraffic(stage.ports[0] ?? 0, people, await stage.newKeys(2000));
  const pid = stage.portals[0]?.pid ?? 0;
  console.log(`Mixed traffic, one process on PostgreSQL, ${availableParallelism()} cores for everything`);
  const capacity = await measureCapacity(traffic, pid);
  console.log(`  capacity ${whole(capacity)}/s\n`);
  showRow('', columns);
  for (const [name, rate, minutes] of [
    ['at capacity', capacity, numberOption('minutes', 10)],
    ['at twice that', 2 * capacity, numberOption('overload-minutes', 1)],
  ] as const) {
    const [shedBefore, memory] = [await countShed(portalUrl), watchMemory(pid)];
    const { checks, calls } = await traffic.atRate(rate, minutes * 60_000);
    showCounts(`${name}, key checks`, checks);
    showCounts(`${name}, calls`, calls);
    console.log(`    ${memory()}; ${whole((await countShed(portalUrl)) - shedBefore)} refused at once`);
  }
  traffic.close();
  const { acknowledged, found } = await countFound(portalUrl, people);
  console.log(`  writes acknowledged ${whole(acknowledged)}, found afterwards ${whole(found)}\n`);
  await stage.stop();
};
