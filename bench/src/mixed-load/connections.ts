// Connections that are kept, with one request at a time on each, and new ones while all are busy. Node's own client costs more than
// the server that is measured, so an answer is read no further than its status and its end.
import { connect, type Socket } from 'node:net';

// Beyond so many at once nobody is asked any more.
const atMost = 3000;
const giveUpMs = 10_000;

// Whole answers begin with a head that says how long they are; those of the portal that have no length have no body.
const lengthOf = (answer: Buffer) => {
  const head = answer.indexOf('\r\n\r\n');
  if (head < 0) return null;
  const told = /\r\ncontent-length: (\d+)/i.exec(answer.toString('latin1', 0, head));
  return head + 4 + Number(told?.[1] ?? 0);
};

type Connection = { socket: Socket; end: (status: number) => void };

export const openConnections = (port: number) => {
  const idle: Connection[] = [];
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
      idle.push(connection);
      connection.end(Number(answer.toString('latin1', 9, 12)));
    });
    socket.setTimeout(giveUpMs, () => socket.destroy());
    socket.on('error', () => {});
    socket.once('close', () => {
      all.delete(connection);
      const place = idle.indexOf(connection);
      if (place >= 0) idle.splice(place, 1);
      connection.end(0);
    });
    return connection;
  };

  return {
    isFull: () => !idle.length && all.size >= atMost,
    // The status, or zero where no answer came.
    send: (request: string) =>
      new Promise<number>((answered) => {
        const connection = idle.pop() ?? open();
        connection.end = (status) => {
          connection.end = () => {};
          answered(status);
        };
        connection.socket.write(request, 'latin1');
      }),
    close: () => {
      for (const { socket } of all) socket.destroy();
    },
  };
};
