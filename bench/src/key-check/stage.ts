// What the measurements of the key check run on: PostgreSQL, some processes that share it, and a developer.
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { logIn, signUp } from '@ballast/contract/auth';
import { createClient } from '@ballast/contract/client';
import pg from 'pg';
import { startPostgres } from '../postgres.ts';
import { startProcess } from '../server.ts';
import { insertKeys, makeSecret } from './keys.ts';

export const email = 'mara@northwind.dev';
export const password = 'Correct-horse1!';
const plenty = '1000000';

const makeSecrets = () => ({
  SIGNING_KEY: generateKeyPairSync('ec', { namedCurve: 'P-256' })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString(),
  TOKEN_PEPPER: randomBytes(32).toString('base64url'),
  KEY_ENCRYPTION_KEYS: `bench:${randomBytes(32).toString('base64')}`,
});

export type Stage = Awaited<ReturnType<typeof startStage>>;

export const startStage = async (processes: number, env: Record<string, string> = {}) => {
  const folder = mkdtempSync(join(tmpdir(), 'ballast-bench-'));
  const postgres = await startPostgres();
  const secrets = makeSecrets();
  const portals: Awaited<ReturnType<typeof startProcess>>[] = [];
  for (let i = 0; i < processes; i += 1)
    portals.push(
      await startProcess(join(folder, String(i)), {
        DATABASE_URL: postgres.url,
        SIGN_INS_PER_ADDRESS: plenty,
        ...secrets,
        ...env,
      }),
    );
  const database = new pg.Client(postgres.url);
  await database.connect();

  const anybody = createClient({ baseUrl: `${portals[0]?.url}/api` });
  const { user } = await anybody(signUp, {
    body: { email, password, fullName: 'Mara', authMethod: 'EMAIL' },
  });
  await database.query('update users set email_verified_at = now()');
  const { session } = await anybody(logIn, { body: { email, password } });

  return {
    portals,
    ports: portals.map(({ port }) => port),
    databaseUrl: postgres.url,
    pepper: secrets.TOKEN_PEPPER,
    callOn: (i: number) =>
      createClient({ baseUrl: `${portals[i]?.url}/api`, token: () => session?.access_token ?? null }),
    newKeys: async (count: number, rateLimit = 1000) => {
      const made = Array.from({ length: count }, makeSecret);
      await insertKeys(database, { userId: user.id, pepper: secrets.TOKEN_PEPPER, rateLimit }, made);
      return made;
    },
    stop: async () => {
      await database.end();
      for (const portal of portals) await portal.stop();
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
