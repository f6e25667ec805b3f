// Of a hundred requests ninety are key checks, eight read and two write, for many developers in turn: one account does one write at a time.
import { type Connections, openConnections } from './connections.ts';

export type Person = { token: string; written: Set<string> };
type Kind = 'checks' | 'calls';
export type Counts = {
  requests: number;
  shed: number;
  errors: number;
  // How often each other status came; zero is no answer.
  wrong: Map<number, number>;
  notSent: number;
  times: number[];
  shedTimes: number[];
};
export type Tally = Record<Kind, Counts>;

const noCounts = (): Counts => ({
  requests: 0,
  shed: 0,
  errors: 0,
  wrong: new Map(),
  notSent: 0,
  times: [],
  shedTimes: [],
});
const noTally = (): Tally => ({ checks: noCounts(), calls: noCounts() });

const tickMs = 10;
// More than the portal works on at once while it is overloaded.
const gatewayConnections = 128;
const proxyConnections = 600;
// Beyond so many nobody is asked any more: what is measured would be the client.
const waitingAtMost = 5000;

const requestOf = (method: string, path: string, token: string, body = '') =>
  [
    `${method} ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    `Authorization: Bearer ${token}`,
    ...(body ? ['Content-Type: application/json', `Content-Length: ${body.length}`] : []),
    '',
    body,
  ].join('\r\n');

type Next = { kind: Kind; request: string; done?: () => void };

const openMix = (people: Person[], keys: string[]) => {
  const checks = keys.map((key) => requestOf('GET', '/v1/key-check', key));
  let turn = 0;
  const write = ({ token, written }: Person): Next => {
    const name = `load ${turn}`;
    const body = JSON.stringify({ name, environment: 'SANDBOX' });
    return {
      kind: 'calls',
      request: requestOf('POST', '/api/api-keys', token, body),
      done: () => void written.add(name),
    };
  };
  return (): Next => {
    turn += 1;
    const person = people[turn % people.length] as Person;
    if (turn % 50 === 0) return write(person);
    if (turn % 12 !== 1) return { kind: 'checks', request: checks[turn % checks.length] ?? '' };
    const path = turn % 24 === 1 ? '/api/users/profile' : '/api/activities?limit=20';
    return { kind: 'calls', request: requestOf('GET', path, person.token) };
  };
};

export const openTraffic = async (port: number, people: Person[], keys: string[]) => {
  const connections: Record<Kind, Connections> = {
    checks: openConnections(port, gatewayConnections),
    calls: openConnections(port, proxyConnections),
  };
  for (const { openAll } of Object.values(connections)) await openAll();
  const next = openMix(people, keys);

  const send = async (tally: Tally) => {
    const { kind, request, done } = next();
    const counts = tally[kind];
    counts.requests += 1;
    const way = connections[kind];
    if (way.waiting() >= waitingAtMost) {
      counts.notSent += 1;
      return;
    }
    const began = performance.now();
    const status = await way.send(request);
    const ms = performance.now() - began;
    if (status === 503) {
      counts.shed += 1;
      counts.shedTimes.push(ms);
    } else if (status >= 200 && status < 300) {
      counts.times.push(ms);
      done?.();
    } else {
      counts.errors += 1;
      counts.wrong.set(status, (counts.wrong.get(status) ?? 0) + 1);
    }
  };

  // So many ask, each as soon as it was answered.
  const saturate = async (atOnce: number, ms: number) => {
    const tally = noTally();
    const until = performance.now() + ms;
    const keepSending = async () => {
      while (performance.now() < until) await send(tally);
    };
    await Promise.all(Array.from({ length: atOnce }, keepSending));
    return tally;
  };

  // By the clock, whether the requests before are answered or not.
  const atRate = async (perSecond: number, ms: number) => {
    const tally = noTally();
    const pending = new Set<Promise<void>>();
    const began = performance.now();
    for (let due = 0; performance.now() - began < ms; ) {
      for (const wanted = ((performance.now() - began) / 1000) * perSecond; due < wanted; due += 1) {
        const sent: Promise<void> = send(tally).finally(() => pending.delete(sent));
        pending.add(sent);
      }
      await new Promise((resolve) => setTimeout(resolve, tickMs));
    }
    await Promise.all(pending);
    return tally;
  };
  return {
    saturate,
    atRate,
    close: () => {
      for (const { close } of Object.values(connections)) close();
    },
  };
};
