// A way to PostgreSQL that loses the answer to one COMMIT: the server has committed, and the caller never learns of it.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export const openLossyProxy = async (databaseUrl: string) => {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let awaited: string | null = null;

  const join = (client: Socket) => {
    const server = connect(Number(target.port), target.hostname);
    let hasSeenIt = false;
    let isLost = false;
    const end = () => {
      client.destroy();
      server.destroy();
    };
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.on('error', end).on('close', end);
    }
    client.on('data', (sent) => {
      if (awaited && sent.includes(awaited)) hasSeenIt = true;
      if (hasSeenIt && /commit/i.test(sent.toString('latin1'))) {
        isLost = true;
        awaited = null;
      }
      server.write(sent);
    });
    server.on('data', (answer) => (isLost ? end() : client.write(answer)));
  };

  const listener = createServer(join).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  return {
    url: Object.assign(new URL(databaseUrl), { hostname: '127.0.0.1', port: String(port) }).href,
    // From then on the first transaction that sends this text loses the answer to its commit.
    loseAnswerAfter: (text: string) => {
      awaited = text;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      listener.close();
      await once(listener, 'close');
    },
  };
};
