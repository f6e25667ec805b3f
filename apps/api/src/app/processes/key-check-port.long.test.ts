// With KEY_CHECK_PORT a process of its own checks keys, beside the one that serves the portal.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createKey, deleteKey } from '@ballast/contract/keys/api-keys';
import { keyCheckMessages } from '@ballast/contract/keys/key-check';
import { getKeyUsage } from '@ballast/contract/keys/key-usage';
import { newDeveloper } from '@ballast/harness/developer';
import { freePort } from '@ballast/harness/free-port';
import { type Portal, runPortal, startPortal } from '@ballast/harness/portal';
import { waitFor } from '@ballast/harness/wait-for';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseVariables, onPostgres } from '../../../testing/databases/database.ts';
import { readMetrics } from '../../../testing/read-metrics.ts';
import { readConfig } from '../../runtime/settings/config.ts';

const token = 'a-token-of-the-scraper';

test('KEY_CHECK_PORT needs PostgreSQL and a port of its own', () => {
  const postgres = { DATABASE_URL: 'postgres://127.0.0.1/portal' };
  expect(() => readConfig({ KEY_CHECK_PORT: '3001' })).toThrow(
    /^Configuration: KEY_CHECK_PORT needs PostgreSQL.* set DATABASE_URL, or leave it out$/,
  );
  expect(() => readConfig({ ...postgres, KEY_CHECK_PORT: '3000' })).toThrow(
    /^Configuration: KEY_CHECK_PORT must be another port than PORT$/,
  );
  expect(() => readConfig({ ...postgres, KEY_CHECK_PORT: 'many' })).toThrow(/KEY_CHECK_PORT must be a port/);
  expect(readConfig({ ...postgres, KEY_CHECK_PORT: '3001' }).keyCheckPort).toBe(3001);
  expect(readConfig(postgres).keyCheckPort).toBeNull();
});

describe.runIf(onPostgres())('a portal with a port for key checks', () => {
  let portal: Portal;
  let checks: string;
  let developer: Awaited<ReturnType<typeof newDeveloper>>;

  beforeAll(async () => {
    const port = String(await freePort());
    checks = `http://127.0.0.1:${port}`;
    portal = await startPortal({
      ...(await databaseVariables()),
      KEY_CHECK_PORT: port,
      METRICS_TOKEN: token,
      DRAIN_SECONDS: '1',
    });
    developer = await newDeveloper(portal.url);
  });
  afterAll(() => portal?.kill());

  // The first process checks keys, the second one serves the portal.
  const processes = async () => {
    const children = await readFile(`/proc/${portal.pid}/task/${portal.pid}/children`, 'utf8');
    const [checking = 0, serving = 0] = children.trim().split(' ').map(Number);
    return { serving, checking };
  };
  const newKey = async () =>
    developer.call(createKey, { body: { name: crypto.randomUUID(), environment: 'SANDBOX' } });
  // Half of them at each port.
  const checkAtBoth = async (key: string) => {
    const began = performance.now();
    const urls = Array.from({ length: 40 }, (_, n) => (n % 2 ? checks : portal.url));
    const answers = await Promise.all(urls.map((url) => check(key, url)));
    const seconds = (performance.now() - began) / 1000;
    return { passed: answers.filter(({ status }) => status === 200).length, seconds };
  };
  const check = async (key = '', url = checks) => {
    const answer = await fetch(`${url}/v1/key-check`, { headers: { authorization: `Bearer ${key}` } });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };

  test('checks keys there, counts their use, and refuses a key as soon as it is deleted', async () => {
    const { id, key } = await newKey();
    expect(await check(key)).toMatchObject({ status: 200, body: { keyId: id, environment: 'SANDBOX' } });
    await waitFor('the use to be counted', async () => {
      const usage = await developer.call(getKeyUsage, { params: { id }, query: { window: '24h' } });
      expect(usage.total.allowed).toBe(1);
    });
    await developer.call(deleteKey, { params: { id } });
    await waitFor('the refusal', async () =>
      expect(await check(key)).toMatchObject({ status: 401, body: { message: keyCheckMessages.revoked } }),
    );
  });

  test('counts a limit once over both ports', async () => {
    const { key } = await newKey();
    const { passed, seconds } = await checkAtBoth(key);
    expect(passed).toBeGreaterThanOrEqual(3);
    expect(passed).toBeLessThanOrEqual(3 * (seconds + 1));
  });

  test('serves nothing else there but what load balancers and scrapers ask', async () => {
    for (const path of ['/', '/api/portal', '/api/users/profile', '/docs', '/v1/leak-reports']) {
      const answer = await fetch(`${checks}${path}`);
      expect(answer.status).toBe(404);
      expect(await answer.json()).toMatchObject({ code: 'no_such_route' });
    }
    for (const path of ['/health', '/ready']) expect((await fetch(`${checks}${path}`)).status).toBe(200);
    await waitFor('the figures of all processes', async () => {
      const { find } = await readMetrics(checks, token);
      const workers = find('ballast_build_info').map(({ labels }) => labels.worker);
      expect(workers.sort()).toEqual(['1', '2', 'primary']);
    });
  });

  test('answers there while the portal hangs', async () => {
    const { key } = await newKey();
    const { serving } = await processes();
    process.kill(serving, 'SIGSTOP');
    try {
      // One that was never seen, and one that is known.
      for (let i = 0; i < 2; i += 1) expect((await check(key)).status).toBe(200);
      expect((await check('sk_test_unknown')).status).toBe(401);
    } finally {
      process.kill(serving, 'SIGCONT');
    }
  });

  test('tells at the portal when it does not answer there', async () => {
    const { checking } = await processes();
    process.kill(checking, 'SIGSTOP');
    try {
      await waitFor('a figure', async () => {
        const { value } = await readMetrics(portal.url, token);
        expect(value('ballast_process_up', { role: 'key-check' })).toBe(0);
        expect(value('ballast_process_up', { role: 'portal' })).toBe(1);
      });
    } finally {
      process.kill(checking, 'SIGCONT');
    }
    await waitFor('the figure', async () => {
      const { value } = await readMetrics(portal.url, token);
      expect(value('ballast_process_up')).toBe(2);
    });
  });

  test('another process checks keys when the one that did has died', async () => {
    const { key } = await newKey();
    const { checking } = await processes();
    process.kill(checking, 'SIGKILL');
    await waitFor('another process', async () => expect((await processes()).checking).not.toBe(checking));
    for (const url of [portal.url, checks])
      await waitFor('an answer', async () => expect((await check(key, url)).status).toBe(200));
    expect((await fetch(`${portal.url}/ready`)).status).toBe(200);
    await waitFor('limits to be shared again', async () => {
      const { passed, seconds } = await checkAtBoth((await newKey()).key ?? '');
      expect(passed).toBeLessThanOrEqual(3 * (seconds + 1));
    });
  });

  test('a port that is taken ends the start with one line', async () => {
    const port = await freePort();
    const holder = createServer().listen(port, '127.0.0.1');
    const { output, exit } = runPortal({
      ...(await databaseVariables()),
      PORT: String(await freePort()),
      KEY_CHECK_PORT: String(port),
    });
    expect(await exit).toBe(1);
    expect(output.stderr).toBe(`Port ${port} is taken: set KEY_CHECK_PORT to a free one\n`);
    holder.close();
  });

  test('a second signal also ends a process that hangs', async () => {
    const hung = await startPortal({
      ...(await databaseVariables()),
      KEY_CHECK_PORT: String(await freePort()),
    });
    const children = await readFile(`/proc/${hung.pid}/task/${hung.pid}/children`, 'utf8');
    const [checking = 0] = children.trim().split(' ').map(Number);
    process.kill(checking, 'SIGSTOP');
    process.kill(hung.pid, 'SIGTERM');
    await waitFor('the first signal to be heard', async () =>
      expect(await fetch(`${hung.url}/health`).catch(() => null)).toBeNull(),
    );
    process.kill(hung.pid, 'SIGTERM');
    await waitFor('the hung process to end', () => expect(() => process.kill(checking, 0)).toThrow());
  });

  test('on SIGTERM both drain, finish and end with code 0', async () => {
    const stopping = portal.stop();
    await waitFor('neither to be ready', async () => {
      for (const url of [portal.url, checks]) {
        const answer = await fetch(`${url}/ready`).catch(() => null);
        expect(answer?.status).not.toBe(200);
      }
    });
    expect(await stopping).toBe(0);
    expect(portal.output.stderr).toBe('');
  });
});
