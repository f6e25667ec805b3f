// Several processes listen on one port. The kernel shares new connections among their sockets, so those that come while one of
// them dies end with it and can be made anew. Handed out by the primary, as Node's cluster does, they would wait for ever.
import { once } from 'node:events';
import { createServer } from 'node:net';
import { StartupProblem } from '../../runtime/failure.ts';

// Elsewhere Node knows no way to share new connections evenly but its cluster.
export const sharedPort = process.platform === 'linux' ? { reusePort: true } : {};

export const portProblem = (error: unknown, variable: string) => {
  const { code, port } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE') return `Port ${port} is taken: set ${variable} to a free one`;
  if (code === 'EACCES' && port) return `Port ${port} is not allowed: set ${variable} to another one`;
  return null;
};

export const hostProblem = (error: unknown, host: string) => {
  const { code, syscall, hostname } = error as NodeJS.ErrnoException & { hostname?: string };
  const isUnknown = (code === 'ENOTFOUND' || code === 'EAI_AGAIN') && hostname === host;
  const isElsewhere = (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT') && syscall === 'listen';
  return isUnknown || isElsewhere
    ? `HOST must be an address or a name of this machine, and ${host} is none`
    : null;
};

// Sockets that share a port share it with any program of the same user, in silence. So it must be free before the first one.
export const expectFreePort = async (host: string, port: number, variable: string) => {
  const server = createServer().listen({ host, port, exclusive: true });
  try {
    await once(server, 'listening');
  } catch (error) {
    const problem = portProblem(error, variable) ?? hostProblem(error, host);
    throw problem ? new StartupProblem(problem) : error;
  }
  server.close();
  await once(server, 'close');
};
