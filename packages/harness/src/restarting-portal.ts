// A test stops and starts this portal; address and data stay the same.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { type Portal, startPortal } from './portal.ts';
import { clockAhead } from './process-time.ts';

export const openRestartingPortal = async (
  variables: Record<string, string> = {},
  { host = '127.0.0.1' } = {},
) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'ballast-portal-'));
  const port = String(await freePort());
  const url = `http://${host}:${port}`;
  const same = { PORT: port, PUBLIC_URL: url, DATA_DIR: dataDir, ...variables };
  let running: Portal | null = null;

  // The portal's clock may be ahead of everybody else's.
  const start = async ({ clockAheadSeconds = 0 } = {}) => {
    const flags = clockAheadSeconds ? [`--import=${clockAhead}`] : [];
    running = await startPortal({ ...same, CLOCK_AHEAD_SECONDS: String(clockAheadSeconds) }, flags);
  };
  const stop = async () => {
    await running?.stop();
    running = null;
  };
  const close = async () => {
    await stop();
    await rm(dataDir, { recursive: true, force: true });
  };

  await start();
  return { url, start, stop, close };
};
