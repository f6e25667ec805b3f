// Asks on many connections at once, one question at a time on each. It reads no more of an answer than its status: the
// client shares the machine with the server, and must cost less than what it measures.
import { connect } from 'node:net';

export type Load = { count: number; perSecond: number; p50: number; p99: number; refused: number };

const ask = (...headers: string[]) =>
  ['GET /v1/key-check HTTP/1.1', 'Host: 127.0.0.1', ...headers, '', ''].join('\r\n');

export const questionWith = (key: string) => ask(`Authorization: Bearer ${key}`);

// A gateway also says for whom it asks, and which scope that needs.
export const questionFor = (key: string, address: string, scope: string) =>
  ask(`Authorization: Bearer ${key}`, `X-Forwarded-For: ${address}`, `X-Required-Scope: ${scope}`);

// The same questions again and again until the time is up.
export const during = (milliseconds: number, questions: string[]) => {
  const end = performance.now() + milliseconds;
  let sent = 0;
  return () => {
    if (performance.now() >= end) return null;
    sent += 1;
    return questions[sent % questions.length] ?? null;
  };
};

export const onceEach = (questions: readonly string[]) => {
  let sent = 0;
  return () => {
    sent += 1;
    return questions[sent - 1] ?? null;
  };
};

// Which of several processes hears a question is left to chance: after so many rounds nearly all of them were heard by each.
const rounds = 8;
export const untilKnown = (questions: readonly string[]) =>
  onceEach(Array.from({ length: rounds }, () => questions).flat());

export const summarize = (times: number[], seconds: number, refused = 0): Load => {
  const sorted = Float64Array.from(times).sort();
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
  return { count: times.length, perSecond: times.length / seconds, p50: at(0.5), p99: at(0.99), refused };
};

const isAllowed = (answer: Buffer) => answer[9] === 0x32;

// With a pause after each answer the server is not kept busy: then the times are its own and not those of a queue.
export const askAll = async (
  ports: number[],
  next: () => string | null,
  connections = 64,
  pauseMs = 0,
): Promise<Load> => {
  const times: number[] = [];
  let refused = 0;
  const askOn = (port: number) =>
    new Promise<void>((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true });
      let askedAt = 0;
      const ask = () => {
        const question = next();
        if (question === null) return socket.destroy();
        askedAt = performance.now();
        socket.write(question, 'latin1');
      };
      socket.once('connect', ask);
      socket.on('data', (answer) => {
        times.push(performance.now() - askedAt);
        if (!isAllowed(answer)) refused += 1;
        if (pauseMs) setTimeout(ask, pauseMs);
        else ask();
      });
      socket.once('error', reject);
      socket.once('close', () => resolve());
    });

  const began = performance.now();
  await Promise.all(Array.from({ length: connections }, (_, i) => askOn(ports[i % ports.length] ?? 0)));
  return summarize(times, (performance.now() - began) / 1000, refused);
};

export const showLoad = (name: string, { perSecond, p50, p99 }: Load, note = '') =>
  console.log(
    `  ${name.padEnd(40)}${Math.round(perSecond).toLocaleString('en-US').padStart(9)}/s${`${p50.toFixed(2)} ms`.padStart(12)}${`${p99.toFixed(2)} ms`.padStart(12)}   ${note}`.trimEnd(),
  );
