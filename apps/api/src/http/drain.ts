// A server that is to stop loses no request. First it reports that it is not ready and serves on, until load balancers have
// noticed. Then it takes no new connections, and ends each connection with its next answer. Idle connections are ended by the
// proxies, whose idle time is shorter: to cut one could meet a request that is on its way.
import { once } from 'node:events';
import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout } from 'node:timers/promises';

// Those of deploy/ keep an idle connection for five seconds.
const idleWaitSeconds = 7;

// Longer than the minute after which a proxy ends an idle connection.
export const keepAliveMs = 75_000;

export type Drain = ReturnType<typeof openDrain>;

export const openDrain = (seconds: number) => {
  let draining = false;

  const drain = async (server: Server) => {
    if (!seconds) return;
    draining = true;
    await setTimeout(seconds * 1000);
    const closed = once(server, 'close');
    // Not the close of HTTP servers, which cuts idle connections.
    NetServer.prototype.close.call(server);
    await Promise.race([closed, setTimeout(idleWaitSeconds * 1000)]);
  };
  return { drain, isDraining: () => draining, seconds: seconds && seconds + idleWaitSeconds };
};
