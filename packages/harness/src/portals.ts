// Portals as processes that share a data folder and its secrets, and developers who are signed in to all of them.
import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Developer, newDeveloper } from './developer.ts';
import { type Portal, startPortal } from './portal.ts';

export type Portals = Awaited<ReturnType<typeof openPortals>>;

export const newSigningKey = () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString().replaceAll('\n', '\\n');
};

export const openPortals = async (variables: Record<string, string> = {}) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'ballast-portals-'));
  const shared = {
    DATA_DIR: dataDir,
    PUBLIC_URL: 'http://portal.localhost',
    SIGNING_KEY: newSigningKey(),
    TOKEN_PEPPER: 'p'.repeat(32),
    ...variables,
  };
  const started: Portal[] = [];

  const start = async (own: Record<string, string> = {}) => {
    const portal = await startPortal({ ...shared, ...own });
    started.push(portal);
    return portal;
  };
  const stop = async () => {
    const running = started.filter(({ child }) => child.exitCode === null && child.signalCode === null);
    await Promise.all(running.map((portal) => portal.stop()));
    await rm(dataDir, { recursive: true, force: true });
  };
  const developer = (portal: Portal): Promise<Developer> => newDeveloper(portal.url);
  return { dataDir, start, developer, stop };
};
