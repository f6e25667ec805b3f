// A process that hangs is noticed: a worker by its primary, a primary by its workers.
import { readFile } from 'node:fs/promises';
import { createKey, deleteKey } from '@ballast/contract/keys/api-keys';
import { newDeveloper, signInDeveloper } from '@ballast/harness/developer';
import { freePort } from '@ballast/harness/free-port';
import { type Portal, startPortal } from '@ballast/harness/portal';
import { waitFor } from '@ballast/harness/wait-for';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseVariables, onPostgres } from '../../../testing/databases/database.ts';
import { readMetrics } from '../../../testing/read-metrics.ts';

const token = 'a-token-of-the-scraper';

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
      // Processes have the product's own patience with each other.
      TIMEOUTS_MS: 'database_statement=120000,database_lock=120000',
    });
    developer = await newDeveloper(portal.url);
  });
  afterAll(() => portal?.kill());

  // The first process checks keys, the second one serves the portal.
  const children = async () => {
    const text = await readFile(`/proc/${portal.pid}/task/${portal.pid}/children`, 'utf8');
    return text.trim().split(' ').map(Number);
  };
  const newKey = async () =>
    developer.call(createKey, { body: { name: crypto.randomUUID(), environment: 'SANDBOX' } });
  const check = async (key: string, url: string) =>
    (await fetch(`${url}/v1/key-check`, { headers: { authorization: `Bearer ${key}` } })).status;
  const linesOf = (message: string) =>
    portal.output.stdout.split('\n').filter((line) => line.includes(message));

  test('a worker that hangs is counted as missing, then ended and replaced, and the log says so once', async () => {
    const [checking, serving = 0] = await children();
    process.kill(serving, 'SIGSTOP');
    await waitFor('one to be missing', async () => {
      const { value } = await readMetrics(checks, token);
      expect(value('ballast_workers', { state: 'up' })).toBe(1);
      expect(value('ballast_workers', { state: 'wanted' })).toBe(2);
    });
    await waitFor('another one in its place', async () => {
      const { value } = await readMetrics(checks, token);
      expect(value('ballast_processes_replaced_total')).toBe(1);
      expect(value('ballast_workers', { state: 'up' })).toBe(2);
    });
    expect(linesOf('a process hangs')).toHaveLength(1);
    expect(linesOf('a process hangs')[0]).toContain('"worker":2');
    const after = await children();
    expect(after[0]).toBe(checking);
    expect(after).not.toContain(serving);
    expect((await fetch(`${portal.url}/ready`)).status).toBe(200);
  });

  test('while the primary hangs, keys are checked, revoked and people sign in, and no process is ended for it', async () => {
    const { id, key } = await newKey();
    const both = [checks, portal.url];
    for (const url of both) expect(await check(key, url)).toBe(200);
    const before = await children();
    process.kill(portal.pid, 'SIGSTOP');
    try {
      for (const url of both) expect(await check(key, url)).toBe(200);
      await signInDeveloper(portal.url, developer.email);
      const { find, value } = await readMetrics(portal.url, token);
      expect(find('ballast_build_info')).toHaveLength(1);
      expect(value('ballast_key_limiter_fallback')).toBe(1);
      expect(find('ballast_process_up')).toMatchObject([{ labels: { worker: 'primary' }, value: 0 }]);
      await developer.call(deleteKey, { params: { id } });
      for (const url of both)
        await waitFor('the refusal', async () => expect(await check(key, url)).toBe(401));
    } finally {
      process.kill(portal.pid, 'SIGCONT');
    }
    await waitFor('limits to be shared again', async () => {
      const { value } = await readMetrics(portal.url, token);
      expect(value('ballast_key_limiter_fallback', { worker: '2' })).toBe(0);
      expect(value('ballast_workers', { state: 'up' })).toBe(2);
    });
    for (const line of ['the primary does not answer', 'the primary answers: limits are shared again'])
      expect(linesOf(line).length, line).toBeGreaterThan(0);
    expect(await children()).toEqual(before);
  });
});
