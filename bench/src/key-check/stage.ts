// The measurements of the key check run on PostgreSQL, some processes that share it, and a developer.
import { randomBytes } from 'node:crypto';
import { hashSecret, insertKeys, makeSecret, sealKeys } from '@ballast/harness/many-keys';
import type { Portal } from '@ballast/harness/portal';
import { openPortals } from '@ballast/harness/portals';
import { startPostgres } from '@ballast/harness/postgres';
import pg from 'pg';
import { postgresSettings } from '../postgres-settings.ts';

const plenty = '1000000';

export const neededScope = 'payments:read';
const scopes = ['balances:read', 'payouts:read', 'payouts:write', 'webhooks:read', neededScope];
const networks = [...Array.from({ length: 8 }, (_, n) => `10.${n}.0.0/16`), '2001:db8::/32', '127.0.0.0/8'];

export type Stage = Awaited<ReturnType<typeof startStage>>;

// `own` are the variables of each process alone.
export const startStage = async (
  processes: number,
  env: Record<string, string> = {},
  own: Record<string, string>[] = [],
) => {
  const postgres = await startPostgres(postgresSettings);
  const pepper = randomBytes(32).toString('base64url');
  const shared = await openPortals({
    DATABASE_URL: postgres.url,
    LIMITS: `sign_ins_per_address=${plenty},calls_per_account=${plenty},writes_per_account=${plenty}`,
    LOG_LEVEL: 'silent',
    TOKEN_PEPPER: pepper,
    ...env,
  });
  const first = await shared.start(own[0]);
  const portals: Portal[] = [first];
  while (portals.length < processes) portals.push(await shared.start(own[portals.length]));
  const database = new pg.Client(postgres.url);
  await database.connect();
  const developer = await shared.developer(first);

  return {
    portals,
    ports: portals.map(({ port }) => Number(port)),
    databaseUrl: postgres.url,
    database,
    developerId: developer.user.id,
    pepper,
    signedIn: { portalUrl: first.url, token: developer.session.access_token },
    newDeveloper: () => shared.developer(first),
    callOn: (i: number) => developer.at(portals[i]?.url ?? ''),
    newKeys: async (count: number, rateLimit = 1000) => {
      const made = Array.from({ length: count }, makeSecret);
      await insertKeys(database, { userId: developer.user.id, pepper, rateLimit }, made);
      return made;
    },
    // Keys that have every restriction: a time, scopes and as many networks, of which the last one fits.
    newRestrictedKeys: async (count: number, rateLimit = 1000) => {
      const made = Array.from({ length: count }, makeSecret);
      await insertKeys(database, { userId: developer.user.id, pepper, rateLimit }, made);
      await database.query(
        `update api_keys set expires_at = now() + interval '1 year', scopes = $2, allowed_networks = $3
         where secret_hash = any($1)`,
        [made.map((secret) => hashSecret(pepper, secret)), scopes, networks],
      );
      return made;
    },
    newExpiringKeys: async (count: number, afterMs: number) => {
      const made = Array.from({ length: count }, makeSecret);
      await insertKeys(database, { userId: developer.user.id, pepper, rateLimit: 1000 }, made);
      await database.query(
        `update api_keys set expires_at = now() + $2 * interval '1 ms' where secret_hash = any($1)`,
        [made.map((secret) => hashSecret(pepper, secret)), afterMs],
      );
      return made;
    },
    sealKeys: (encryptionKey: string) => sealKeys(database, encryptionKey),
    stop: async () => {
      await database.end();
      await shared.stop();
      await postgres.remove();
    },
  };
};
