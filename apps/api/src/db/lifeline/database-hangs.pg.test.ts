// A PostgreSQL that keeps its connections and answers nothing, and one that is gone. Nobody waits for either: a statement would be waited
// for here for an hour.
import { createClient } from '@ballast/contract/http/client';
import { createKey, listKeys } from '@ballast/contract/keys/api-keys';
import { keyCheckPath } from '@ballast/contract/keys/key-check';
import { getProfile } from '@ballast/contract/profile';
import { openPortals } from '@ballast/harness/portals';
import { type Postgres, startPostgres } from '@ballast/harness/postgres';
import { waitFor } from '@ballast/harness/wait-for';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { onPostgres } from '../../../testing/databases/database.ts';
import { operatorOn } from '../../../testing/operator.ts';
import { failureOf } from '../../../testing/test-app.ts';

const unavailable = {
  status: 503,
  code: 'unavailable',
  message: 'The service is busy. Try again in a moment.',
  retryAfterSeconds: 5,
};

describe.runIf(onPostgres())('a PostgreSQL that hangs or goes away', () => {
  let postgres: Postgres;
  let portals: Awaited<ReturnType<typeof openPortals>>;
  let portal: Awaited<ReturnType<typeof portals.start>>;
  let call: ReturnType<typeof createClient>;
  beforeAll(async () => {
    postgres = await startPostgres();
    portals = await openPortals({
      DATABASE_URL: postgres.url,
      TIMEOUTS_MS: 'database_statement=3600000,database_lock=3600000',
    });
    portal = await portals.start();
    const { session } = await portals.developer(portal);
    call = createClient({ portalUrl: portal.url, token: () => session.access_token });
  });
  afterAll(async () => {
    await portals?.stop();
    await postgres?.remove();
  });

  const newKey = async (name: string) =>
    (await call(createKey, { body: { name, environment: 'SANDBOX' } })).key;
  const check = (key: string) =>
    fetch(`${portal.url}${keyCheckPath}`, { headers: { authorization: `Bearer ${key}` } });
  const linesWith = (text: string) => portal.output.stdout.split('\n').filter((line) => line.includes(text));
  const isLogged = (text: string, times: number) =>
    waitFor(`the log to say '${text}'`, () => expect(linesWith(text)).toHaveLength(times));
  const isAnswered = () => waitFor('calls to be answered again', () => call(getProfile));

  test('calls that wait are ended, further ones and key checks are refused at once, until it is back', async () => {
    const key = await newKey('hangs');
    await postgres.hang();
    try {
      // It is under way when the database is found to hang.
      const waiting = failureOf(call(getProfile));
      await isLogged('the database does not answer', 1);
      expect(await waiting).toMatchObject(unavailable);
      expect(await failureOf(call(listKeys, { query: {} }))).toMatchObject(unavailable);
      expect(
        await failureOf(call(createKey, { body: { name: 'no', environment: 'SANDBOX' } })),
      ).toMatchObject(unavailable);
      const refused = await check(key);
      expect(refused.status).toBe(503);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await fetch(`${portal.url}/ready`)).status).toBe(503);
      expect(await operatorOn(portals.dataDir)('users', 'list')).toEqual({
        exitCode: 1,
        problem:
          'The portal cannot do this now: its database is away, or it has too much to do. The command status tells which.',
      });
    } finally {
      await postgres.resume();
    }
    await isLogged('the database answers again', 1);
    await isAnswered();
    await waitFor('keys to be checked again', async () => expect((await check(key)).status).toBe(200));
    expect((await call(listKeys, { query: {} })).map(({ name }) => name)).toEqual(['hangs']);
    expect(linesWith('database connection lost')).toEqual([]);
  });

  test('one that is stopped is one line in the log, and so is its return', async () => {
    await postgres.stop();
    await isLogged('database connection lost', 1);
    expect(await failureOf(call(getProfile))).toMatchObject(unavailable);
    // Meanwhile the queue looks for jobs, and finds nobody to ask.
    await waitFor('the portal not to be ready', async () =>
      expect((await fetch(`${portal.url}/ready`)).status).toBe(503),
    );
    await postgres.start();
    await isLogged('the database answers again', 2);
    await isAnswered();
    expect(linesWith('database connection lost')).toHaveLength(1);
    expect(linesWith('one connection to the database lost')).toEqual([]);
    expect(linesWith('"job queue"')).toEqual([]);
  });
});
