// A port for a server that starts in a moment. It is random, and below the range that systems use for
// connections, so that no connection and no other test takes it first.
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

const isFree = async (port: number) => {
  const probe = createServer().listen(port, '127.0.0.1');
  try {
    await once(probe, 'listening');
  } catch {
    return false;
  }
  probe.close();
  await once(probe, 'close');
  return true;
};

// Fetch and browsers refuse to call a list of ports; 10080 is the highest of them.
const FIRST_PORT = 10_081;

export const freePort = async () => {
  for (;;) {
    const port = randomInt(FIRST_PORT, 32_000);
    if (await isFree(port)) return port;
  }
};
