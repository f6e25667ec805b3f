// A primary and its standby, both in DATABASE_URL. The primary is killed and the standby promoted; nothing but the portal itself
// finds it.
import { createClient } from '@ballast/contract/http/client';
import { createKey, deleteKey } from '@ballast/contract/keys/api-keys';
import { keyCheckPath } from '@ballast/contract/keys/key-check';
import { getProfile } from '@ballast/contract/profile';
import { openPortals } from '@ballast/harness/portals';
import { startPostgresPair } from '@ballast/harness/postgres-pair';
import { waitFor } from '@ballast/harness/wait-for';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { onPostgres } from '../../../testing/databases/database.ts';
import { openServers } from './servers.ts';
import { databaseProblem } from './start-problems.ts';

// Its machine was repaired, and nobody made a standby of it.
test.runIf(onPostgres())('a former primary that comes back is not used, and the log says so', async () => {
  const pair = await startPostgresPair();
  onTestFinished(() => pair.stop());
  const servers = [pair.primaryUrl, pair.standbyUrl].map((url) => new URL(url).host);
  await pair.failOver();
  await pair.startFormerPrimary();
  const portals = await openPortals({
    DATABASE_URL: `postgres://ballast:ballast@${servers.join(',')}/postgres?target_session_attrs=read-write`,
  });
  onTestFinished(() => portals.stop());
  const portal = await portals.start();
  await portals.developer(portal);
  const client = new pg.Client(pair.primaryUrl);
  await client.connect();
  const { rows } = await client.query("select to_regclass('users') as found");
  await client.end();
  expect(rows).toEqual([{ found: null }]);
  const lines = portal.output.stdout.split('\n').filter((line) => line.includes('take writes'));
  expect(lines).toHaveLength(1);
  for (const server of servers) expect(lines[0]).toContain(server);
});

test.runIf(onPostgres())('the server that takes writes is used, and its successor is found', async () => {
  const pair = await startPostgresPair();
  onTestFinished(() => pair.stop());
  const wanted = openServers(`${pair.standbyUrl}?target_session_attrs=read-write`);
  const problem = await wanted.connect(5000).catch(databaseProblem);
  expect(problem).toBe('The database takes no writes: DATABASE_URL must lead to the server that does');

  const portals = await openPortals({ DATABASE_URL: pair.bothUrl });
  onTestFinished(() => portals.stop());
  const first = await portals.start();
  const second = await portals.start();
  const { session } = await portals.developer(first);
  const call = createClient({ portalUrl: first.url, token: () => session.access_token });
  const check = async (key: string) =>
    (await fetch(`${second.url}${keyCheckPath}`, { headers: { authorization: `Bearer ${key}` } })).status;
  const body = (name: string) => ({ body: { name, environment: 'SANDBOX' as const } });
  const before = await call(createKey, body('before'));
  expect(await check(before.key)).toBe(200);

  await pair.failOver();
  await waitFor('calls to be answered again', () => call(getProfile));
  const after = await waitFor('keys to be created again', () => call(createKey, body('after')));
  await waitFor('both keys to pass', async () =>
    expect([await check(before.key), await check(after.key)]).toEqual([200, 200]),
  );
  // The other process hears of it from the new primary.
  await call(deleteKey, { params: { id: before.id } });
  await waitFor('the other process to refuse', async () => expect(await check(before.key)).toBe(401));
  // So does the job queue: a developer is verified by a mail.
  await waitFor('somebody to sign up', () => portals.developer(second));
  for (const { output } of [first, second]) {
    const linesWith = (text: string) => output.stdout.split('\n').filter((line) => line.includes(text));
    expect(linesWith('"job queue"')).toEqual([]);
    expect(linesWith('the database answers again')).toHaveLength(1);
  }
});
