// Portals as processes that share a database and its secrets, and developers who are signed in to all of them.
import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { logIn, signUp, verifyEmail } from '@ballast/contract/auth';
import { createClient } from '@ballast/contract/client';
import { vi } from 'vitest';
import { readDevMailbox } from '../email/drivers/dev-mailbox.ts';
import { databaseVariables } from './database.ts';
import { startServer } from './server-process.ts';
import { newAddress, password } from './test-app.ts';

type Server = Awaited<ReturnType<typeof startServer>>;

export const portalProcesses = async (settings: Record<string, string> = {}) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'ballast-faucet-'));
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const env = {
    DATA_DIR: dataDir,
    PUBLIC_URL: 'http://portal.test',
    SIGNING_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString().replaceAll('\n', '\\n'),
    TOKEN_PEPPER: 'p'.repeat(32),
    ...(await databaseVariables()),
    ...settings,
  };
  const servers: Server[] = [];

  const start = async () => {
    const server = await startServer(env);
    servers.push(server);
    return server;
  };

  const mailedToken = (email: string) =>
    vi.waitFor(
      async () => {
        const mail = (await readDevMailbox(dataDir)).find(({ to }) => to === email);
        if (!mail) throw new Error('no mail yet');
        return new URL(mail.links[0] ?? '').searchParams.get('token') ?? '';
      },
      { timeout: 15_000, interval: 100 },
    );

  const developer = async (server: Server) => {
    const email = newAddress('faucet');
    const call = createClient({ baseUrl: `${server.url}/api` });
    await call(signUp, { body: { email, password, fullName: 'Mara', authMethod: 'EMAIL' } });
    await call(verifyEmail, { body: { token: await mailedToken(email), type: 'email' } });
    const { session } = await call(logIn, { body: { email, password } });
    const token = session?.access_token ?? '';
    return { at: ({ url }: Server) => createClient({ baseUrl: `${url}/api`, token: () => token }) };
  };

  return {
    start,
    developer,
    stop: async () => {
      await Promise.all(
        servers
          .filter(({ child }) => child.exitCode === null && !child.killed)
          .map((server) => server.stop()),
      );
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};
