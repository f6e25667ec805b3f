// HTTP pipelining: each request that is sent ahead is held in memory, so a connection with too many is cut.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

const mostAhead = 100;

export const openPipelining = () => {
  const ahead = new WeakMap<Socket, number>();

  // Whether the request is to be answered. An answer that waits behind another one has no socket yet.
  return ({ socket }: IncomingMessage, response: ServerResponse) => {
    if (response.socket !== null) return true;
    if (socket.destroyed) return false;
    const count = (ahead.get(socket) ?? 0) + 1;
    if (count > mostAhead) {
      socket.destroy();
      return false;
    }
    ahead.set(socket, count);
    response.once('close', () => ahead.set(socket, (ahead.get(socket) ?? 1) - 1));
    return true;
  };
};
