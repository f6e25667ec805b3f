// The waiting call itself: many at once, over several processes, when the caller hangs up, when the server stops.
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { completeCliAuth, denyCliAuth, listDevices, revokeDevice } from '@ballast/contract/cli/cli-auth';
import { createClient } from '@ballast/contract/http/client';
import { getProfile } from '@ballast/contract/profile';
import { newDeveloper } from '@ballast/harness/developer';
import { startPortal } from '@ballast/harness/portal';
import { waitFor } from '@ballast/harness/wait-for';
import pg from 'pg';
import { expect, test } from 'vitest';
import { startCliLogin } from '../../../testing/cli-login.ts';
import { databaseVariables, onPostgres } from '../../../testing/databases/database.ts';
import { failureOf, startTestApp, useTestApp } from '../../../testing/test-app.ts';
import { watchWaitingTools } from '../../../testing/waiting-tools.ts';

const app = useTestApp();

test('fifty tools that wait hold up nobody, and each gets its own answer', async () => {
  const waiting = watchWaitingTools();
  const person = await app().verifiedUser();
  const logins = await Promise.all(Array.from({ length: 50 }, (_, i) => startCliLogin(app(), `device ${i}`)));
  const waits = logins.map(({ fetchToken }) => fetchToken());
  await waiting.began(50);
  await person.call(getProfile);
  for (const [i, { state }] of logins.entries()) {
    await person.call(i % 2 ? completeCliAuth : denyCliAuth, { body: { state } });
  }
  const statuses = (await Promise.all(waits)).map(({ status }) => status);
  expect(statuses).toEqual(logins.map((_, i) => (i % 2 ? 'GRANTED' : 'DENIED')));
  expect(await person.call(listDevices)).toHaveLength(25);
});

test('a tool that hung up spends nothing: its next call gets the token', async () => {
  const waits = watchWaitingTools();
  const person = await app().verifiedUser();
  const { state, codeVerifier, granted } = await startCliLogin(app());
  const hangUp = new AbortController();
  const lost = fetch(`${app().baseUrl}/cli/auth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ state, codeVerifier }),
    signal: hangUp.signal,
  });
  await waits.began(1);
  hangUp.abort();
  await expect(lost).rejects.toThrow();
  await waits.ended();
  await person.call(completeCliAuth, { body: { state } });
  await (await granted()).call(getProfile);
});

test('a server that stops tells the tools that wait to ask again', async () => {
  const waits = watchWaitingTools();
  const own = await startTestApp();
  const { fetchToken } = await startCliLogin(own);
  const waiting = fetchToken();
  await waits.began(1);
  await own.stop();
  expect(await waiting).toEqual({ status: 'PENDING' });
});

const apiOf = (url: string) => {
  const callAs = (token: string | null) => createClient({ portalUrl: url, token: () => token });
  return { call: callAs(null), callAs };
};

// Seen from the database: its last question was whether a request has been answered.
const somebodyLooksForAnswers = async (connectionString: string) => {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await waitFor('a process to look whether a request was answered', async () => {
      const { rowCount } = await client.query(
        `select from pg_stat_activity where datname = current_database() and query like 'select "state" from "cli_requests"%'`,
      );
      expect(rowCount).toBeGreaterThan(0);
    });
  } finally {
    await client.end();
  }
};

test.runIf(onPostgres())(
  'over two processes: asked and waited for at one, answered and revoked at the other',
  async () => {
    const folders = await Promise.all([1, 2].map(() => mkdtemp(join(tmpdir(), 'ballast-cli-'))));
    const [here = '', there = ''] = folders;
    const database = await databaseVariables();
    const one = await startPortal({ DATA_DIR: here, ...database });
    const person = await newDeveloper(one.url);
    await copyFile(join(here, 'secrets.json'), join(there, 'secrets.json'));
    const two = await startPortal({ DATA_DIR: there, ...database });
    try {
      const login = await startCliLogin(apiOf(two.url));
      const waiting = login.granted();
      await somebodyLooksForAnswers(database.DATABASE_URL ?? '');
      await person.call(completeCliAuth, { body: { state: login.state } });
      const { token, deviceId, call } = await waiting;
      await call(getProfile);
      await apiOf(one.url).callAs(token)(getProfile);
      await person.call(revokeDevice, { params: { id: deviceId } });
      expect((await failureOf(call(getProfile))).status).toBe(401);

      const redeemed = await startCliLogin(apiOf(one.url));
      await person.call(completeCliAuth, { body: { state: redeemed.state } });
      const body = JSON.stringify({ state: redeemed.state, codeVerifier: redeemed.codeVerifier });
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, i) =>
          fetch(`${i % 2 ? one.url : two.url}/api/cli/auth/token`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body,
          }).then(({ status }) => status),
        ),
      );
      expect(answers.filter((status) => status === 200)).toHaveLength(1);
      expect(answers.filter((status) => status === 409)).toHaveLength(19);
    } finally {
      await Promise.all([one.stop(), two.stop()]);
      await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
    }
  },
);
