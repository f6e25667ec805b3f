// Connections as a proxy keeps them, with one request at a time on each. They are opened before the measurement, because a busy Node
// takes one new connection in each turn of its loop. A request that finds no free one waits its turn. Node's own client costs more than
// the server that is measured, so an answer is read no further than its status and its end.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

const giveUpMs = 10_000;

// Whole answers begin with a head that says how long they are; those of the portal that have no length have no body.
const lengthOf = (answer: Buffer) => {
  const head = answer.indexOf('\r\n\r\n');
  if (head < 0) return null;
  const length = /\r\ncontent-length: (\d+)/i.exec(answer.toString('latin1', 0, head));
  return head + 4 + Number(length?.[1] ?? 0);
};

type Connection = { socket: Socket; end: (status: number) => void };

export type Connections = ReturnType<typeof openConnections>;
type Waiting = { request: string; answered: (status: number) => void };

export const openConnections = (port: number, atMost: number) => {
  const idle: Connection[] = [];
  const waiting: Waiting[] = [];
  const all = new Set<Connection>();

  const open = () => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    const connection: Connection = { socket, end: () => {} };
    all.add(connection);
    let chunks: Buffer[] = [];
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      const answer = chunks.length > 1 ? Buffer.concat(chunks) : chunk;
      const length = lengthOf(answer);
      if (length === null || answer.length < length) return;
      chunks = [];
      socket.setTimeout(0);
      idle.push(connection);
      connection.end(Number(answer.toString('latin1', 9, 12)));
    });
    socket.on('timeout', () => socket.destroy());
    socket.on('error', () => {});
    socket.once('close', () => {
      all.delete(connection);
      const place = idle.indexOf(connection);
      if (place >= 0) idle.splice(place, 1);
      connection.end(0);
    });
    return connection;
  };

  const sendNext = () => {
    if (!idle.length && all.size >= atMost) return;
    const next = waiting.shift();
    if (!next) return;
    const connection = idle.shift() ?? open();
    connection.end = (status) => {
      connection.end = () => {};
      next.answered(status);
      sendNext();
    };
    connection.socket.setTimeout(giveUpMs);
    connection.socket.write(next.request, 'latin1');
  };

  const openAll = async () => {
    while (all.size < atMost) {
      const connection = open();
      await once(connection.socket, 'connect');
      idle.push(connection);
    }
  };

  return {
    openAll,
    waiting: () => waiting.length,
    // The status, or zero where no answer came.
    send: (request: string) =>
      new Promise<number>((answered) => {
        waiting.push({ request, answered });
        sendNext();
      }),
    close: () => {
      for (const { socket } of all) socket.destroy();
    },
  };
};
