// Several processes listen on one port. The kernel shares new connections among their sockets, so those that come while one of
// them dies end with it and can be made anew. Handed out by the primary, as Node's cluster does, they would wait for ever.
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Config } from '../runtime/config.ts';

// Elsewhere Node knows no way to share new connections evenly but its cluster.
export const sharedPort = process.platform === 'linux' ? { reusePort: true } : {};

// Sockets that share a port share it with any program of the same user, in silence. So it must be free before the first one.
export const expectFreePort = async ({ host, port }: Config) => {
  const server = createServer().listen({ host, port, exclusive: true });
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
};
