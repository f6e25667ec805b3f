// One kind of hostile call, sent on some connections: the next one as soon as the last is answered or, with a rate, by the clock. An
// answer is read no further than its status and its end.
import { connect, type Socket } from 'node:net';

export type Lane = {
  name: string;
  connections: number;
  // What a connection sends as its nth call.
  call: (connection: number, nth: number) => string | Buffer;
  // The rest of a body that never ends, one byte each second.
  drips?: boolean;
  // Where key checks are answered, and not where the portal is.
  atChecks?: boolean;
};

export type Counts = { sent: number; answers: Record<string, number> };

const dripMs = 1000;
const reopenMs = 20;

const isWhole = (answer: Buffer, length: number | null, received: number) =>
  length === null ? answer.subarray(-5).toString('latin1') === '0\r\n\r\n' : received >= length;

// The length of the whole answer, or null where it comes in chunks.
const readHead = (answer: Buffer) => {
  const end = answer.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const head = answer.toString('latin1', 0, end);
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  const isChunked = /\r\ntransfer-encoding: chunked/i.test(head);
  return { status: head.slice(9, 12), length: isChunked ? null : end + 4 + Number(length ?? 0) };
};

export const runLane = (port: number, { connections, call, drips }: Lane, perSecond: number | null) => {
  const counts: Counts = { sent: 0, answers: {} };
  const open = new Set<Socket>();
  const began = performance.now();
  let stopped = false;

  const dueInMs = () =>
    perSecond === null ? 0 : began + (counts.sent * 1000) / perSecond - performance.now();

  const start = (place: number, nth: number) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    open.add(socket);
    let [sent, received] = [nth, 0];
    let head: ReturnType<typeof readHead> = null;
    let begun = Buffer.alloc(0);
    let timer: NodeJS.Timeout | undefined;
    const send = () => {
      const wait = dueInMs();
      if (wait > 0) {
        timer = setTimeout(send, wait);
        return;
      }
      counts.sent += 1;
      socket.write(call(place, sent));
      sent += 1;
      if (drips) timer = setInterval(() => socket.write(' '), dripMs);
    };
    const settle = (status: string) => {
      counts.answers[status] = (counts.answers[status] ?? 0) + 1;
      [head, received, begun] = [null, 0, Buffer.alloc(0)];
    };
    socket.once('connect', send);
    socket.on('data', (chunk) => {
      received += chunk.length;
      if (!head) {
        begun = begun.length ? Buffer.concat([begun, chunk]) : chunk;
        head = readHead(begun);
      }
      if (!head || !isWhole(chunk, head.length, received)) return;
      settle(head.status);
      send();
    });
    socket.on('error', () => {});
    socket.once('close', () => {
      clearTimeout(timer);
      open.delete(socket);
      if (head) settle(head.status);
      if (!stopped) setTimeout(() => !stopped && start(place, sent), reopenMs);
    });
  };

  for (let place = 0; place < connections; place += 1) start(place, 0);
  return () => {
    stopped = true;
    for (const socket of open) socket.destroy();
    return counts;
  };
};
