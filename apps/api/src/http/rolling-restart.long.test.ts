// Two portal processes behind the nginx of deploy/ are restarted by turns while people use them.
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { freePort } from '@ballast/harness/free-port';
import type { Portal } from '@ballast/harness/portal';
import { openPortals } from '@ballast/harness/portals';
import pg from 'pg';
import { expect, test } from 'vitest';
import { databaseVariables, onPostgres } from '../../testing/databases/database.ts';
import { startProxy } from '../../testing/servers/nginx.ts';

// ROLLING_REQUESTS=20000 npm run test:file -- rolling-restart --postgres sends more.
const wantedRequests = Number(process.env.ROLLING_REQUESTS ?? 5000);
const wantedRounds = 2;
const people = 12;
const plenty = '1000000000';

const minutes = 60_000;

test.runIf(onPostgres())(
  'a rolling restart under load, with POSTs, loses no request and repeats none',
  { timeout: 30 * minutes },
  async () => {
    const database = await databaseVariables();
    const ports = [String(await freePort()), String(await freePort())];
    const proxy = await startProxy(
      ports.map((port) => `127.0.0.1:${port}`),
      { isPatient: true },
    );
    const portals = await openPortals({
      ...database,
      DRAIN_SECONDS: '1',
      LIMITS: `calls_per_account=${plenty},writes_per_account=${plenty}`,
      LOG_LEVEL: 'warn',
    });
    const running = await Promise.all(ports.map((port) => portals.start({ PORT: port })));
    const { session } = await portals.developer(running[0] as Portal);
    const agent = new Agent({ keepAlive: true, maxSockets: people });
    const statuses: Record<string, number> = {};
    let sent = 0;
    let created = 0;

    const ask = async (method: 'GET' | 'POST', path: string, body?: string) => {
      const { promise, resolve, reject } = Promise.withResolvers<number>();
      const headers = {
        authorization: `Bearer ${session.access_token}`,
        ...(body && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
      };
      const call = request(`${proxy.url}${path}`, { method, headers, agent }, (answer) => {
        text(answer).then(() => resolve(answer.statusCode ?? 0), reject);
      });
      call.on('error', reject).end(body);
      const status = await promise.catch((error: Error) => error.message);
      const outcome = `${method} ${status}`;
      statuses[outcome] = (statuses[outcome] ?? 0) + 1;
      return status;
    };

    let restarting = true;
    const use = async () => {
      while (restarting) {
        sent += 1;
        const turn = sent;
        if (turn % 4) await ask('GET', turn % 2 ? '/api/users/profile' : '/api/activities?limit=5');
        else {
          const body = JSON.stringify({ name: `key ${turn}`, environment: 'SANDBOX' });
          if ((await ask('POST', '/api/api-keys', body)) === 201) created += 1;
        }
      }
    };

    let restarts = 0;
    const restart = async (at: number) => {
      restarts += 1;
      expect(await (running[at] as Portal).stop()).toBe(0);
      running[at] = await portals.start({ PORT: ports[at] ?? '' });
    };
    const restartAll = async () => {
      for (let round = 0; round < wantedRounds || sent < wantedRequests; round += 1) {
        for (const at of [0, 1]) await restart(at);
      }
      restarting = false;
    };
    await Promise.all([restartAll(), ...Array.from({ length: people }, use)]);
    agent.destroy();

    // What nginx tried for each that failed.
    const failed = (await proxy.readLogs()).access.split('\n').filter((line) => / (0|5\d\d) \d+ /.test(line));
    if (failed.length) console.log(failed.join('\n'));
    console.log(`rolling restart: ${sent} requests, ${restarts} restarts, ${JSON.stringify(statuses)}`);
    expect(Object.keys(statuses).sort()).toEqual(['GET 200', 'POST 201']);
    const client = new pg.Client({ connectionString: database.DATABASE_URL ?? '' });
    await client.connect();
    const { rows } = await client.query('select count(*)::int as keys from api_keys');
    await client.end();
    expect(rows).toEqual([{ keys: created }]);
    await portals.stop();
    await proxy.stop();
  },
);
