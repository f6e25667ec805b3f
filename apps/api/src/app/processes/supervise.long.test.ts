// Several processes serve one port, under the process that was started.
import { execFileSync as run } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { Agent, createServer, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { logIn } from '@ballast/contract/auth/auth';
import { createClient } from '@ballast/contract/http/client';
import { createKey } from '@ballast/contract/keys/api-keys';
import { newDeveloper } from '@ballast/harness/developer';
import { freePort } from '@ballast/harness/free-port';
import { type Portal, runPortal, startPortal } from '@ballast/harness/portal';
import { waitFor } from '@ballast/harness/wait-for';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseVariables, onPostgres } from '../../../testing/databases/database.ts';
import { productionSettings } from '../../../testing/production-settings.ts';
import { readMetrics } from '../../../testing/read-metrics.ts';
import { failureOf } from '../../../testing/test-app.ts';
import { readConfig } from '../../runtime/settings/config.ts';

const token = 'a-token-of-the-scraper';
const processes = 3;
const workers = Array.from({ length: processes }, (_, n) => String(n + 1));

test('the embedded database serves one process: PROCESSES says so in one line', () => {
  const needs = /^Configuration: PROCESSES above 1 needs PostgreSQL.* set DATABASE_URL, or PROCESSES=1$/;
  for (const PROCESSES of ['auto', '2']) expect(() => readConfig({ PROCESSES })).toThrow(needs);
  expect(() => readConfig({ ...productionSettings, DATABASE_URL: 'embedded', PROCESSES: '2' })).toThrow(
    needs,
  );
  for (const PROCESSES of ['0', '1.5', 'all'])
    expect(() => readConfig({ PROCESSES })).toThrow(/PROCESSES must be auto or a whole number of at least 1/);
  expect(readConfig({ PROCESSES: '1' }).processes).toBe(1);
  expect(readConfig({}).processes).toBe(1);
});

test('the dev provider, which one process remembers, is not offered by several', () => {
  const two = { DATABASE_URL: 'postgres://127.0.0.1/portal', PROCESSES: '2' };
  expect(readConfig(two).providers).toEqual({ github: null, google: null });
  expect(readConfig({ ...two, PROCESSES: '1' }).providers).toEqual({ github: 'dev', google: 'dev' });
});

describe.runIf(onPostgres())('three processes on one port, without Redis', () => {
  let portal: Portal;
  let databaseUrl: string;

  beforeAll(async () => {
    const database = await databaseVariables();
    databaseUrl = database.DATABASE_URL ?? '';
    portal = await startPortal({
      ...database,
      PROCESSES: String(processes),
      METRICS_TOKEN: token,
      DRAIN_SECONDS: '1',
    });
  });
  afterAll(() => portal?.kill());

  const childrenOf = async (pid: number) =>
    (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ').map(Number);
  // A connection of its own for each: they are shared among the processes.
  const statusOf = (path: string, headers: Record<string, string> = {}) =>
    new Promise<number>((resolve, reject) => {
      const agent = new Agent({ keepAlive: false });
      get(`${portal.url}${path}`, { agent, headers }, (answer) => {
        answer.resume().once('end', () => resolve(answer.statusCode ?? 0));
      }).once('error', reject);
    });
  const check = (key: string) => statusOf('/v1/key-check', { authorization: `Bearer ${key}` });

  const newKey = async (rateLimit: number) => {
    const { call } = await newDeveloper(portal.url);
    const key = await call(createKey, { body: { name: 'limited', environment: 'SANDBOX' } });
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    await client.query('update api_keys set rate_limit = $1 where id = $2', [rateLimit, key.id]);
    await client.end();
    return key.key;
  };

  test('a key gets its limit once, not once for each process', async () => {
    const key = await newKey(50);
    const began = performance.now();
    const answers = await Promise.all(Array.from({ length: 200 }, () => check(key)));
    const seconds = (performance.now() - began) / 1000;
    const passed = answers.filter((status) => status === 200).length;
    expect(passed).toBeGreaterThanOrEqual(50);
    expect(passed).toBeLessThanOrEqual(50 * (seconds + 1));
    expect(new Set(answers)).toEqual(passed < 200 ? new Set([200, 429]) : new Set([200]));
    await waitFor('every process to have answered some', async () => {
      const { value } = await readMetrics(portal.url, token);
      const counts = workers.map((worker) => value('ballast_key_checks_total', { worker }));
      expect(counts.every((count) => count > 0)).toBe(true);
      expect(counts.reduce((sum, count) => sum + count)).toBe(200);
    });
  });

  test('guesses at an account are counted over all processes', async () => {
    const body = { email: 'guessed@northwind.dev', password: 'Wrong-pass1!' };
    const guess = async () => {
      const fetchOnce: typeof fetch = (url, options) =>
        fetch(url, { ...options, headers: { ...options?.headers, connection: 'close' } });
      const call = createClient({ portalUrl: portal.url, fetch: fetchOnce });
      return (await failureOf(call(logIn, { body }))).status;
    };
    const statuses: number[] = [];
    for (let i = 0; i < 12; i += 1) statuses.push(await guess());
    expect(statuses).toEqual([...Array(10).fill(400), 429, 429]);
  });

  test('whichever is asked tells the figures of all, each under its number, and lines of the log have it', async () => {
    // A process that is too busy to answer in time is left out, so one may have to ask again.
    for (let i = 0; i < processes; i += 1) {
      await waitFor('the figures of all', async () => {
        const { find, value } = await readMetrics(portal.url, token);
        expect(
          find('ballast_build_info')
            .map(({ labels }) => labels.worker)
            .sort(),
        ).toEqual([...workers, 'primary']);
        expect(find('process_resident_memory_bytes')).toHaveLength(processes + 1);
        expect(value('ballast_processes_replaced_total')).toBe(0);
        for (const state of ['up', 'wanted']) expect(value('ballast_workers', { state })).toBe(processes);
        // It loads no server, and its size is what docs/operations.md plans with.
        expect(value('process_resident_memory_bytes', { worker: 'primary' })).toBeLessThan(120e6);
      });
    }
    await waitFor('a line of each process', () => {
      for (const worker of workers) expect(portal.output.stdout).toContain(`"worker":${worker}`);
    });
  });

  test('one that dies is replaced under its number, and nobody else notices', async () => {
    const key = await newKey(1000);
    const before = await childrenOf(portal.pid);
    expect(before).toHaveLength(processes);
    // The primary is still to answer who asked for figures when it learns of the death: it asks the dead one too.
    process.kill(portal.pid, 'SIGSTOP');
    const scrapes = Promise.allSettled(Array.from({ length: 9 }, () => readMetrics(portal.url, token)));
    await Promise.all(Array.from({ length: 60 }, () => statusOf('/health')));
    const victim = before[1] as number;
    process.kill(victim, 'SIGKILL');
    await waitFor('the end of all its threads', async () => {
      expect(await readdir(`/proc/${victim}/task`)).toHaveLength(1);
      expect(await readFile(`/proc/${victim}/stat`, 'utf8')).toContain(') Z ');
    });
    process.kill(portal.pid, 'SIGCONT');
    await scrapes;
    // Who connects while it dies is answered by another or cut off, and nobody is left waiting.
    await Promise.allSettled(Array.from({ length: 60 }, () => statusOf('/health')));
    await waitFor('another process in its place', async () => {
      const { find, value } = await readMetrics(portal.url, token);
      expect(value('ballast_processes_replaced_total')).toBe(1);
      expect(
        find('ballast_build_info')
          .map(({ labels }) => labels.worker)
          .sort(),
      ).toEqual([...workers, 'primary']);
    });
    const after = await childrenOf(portal.pid);
    expect(after).toHaveLength(processes);
    expect(after.filter((pid) => before.includes(pid))).toHaveLength(processes - 1);
    for (let i = 0; i < 2 * processes; i += 1) expect(await check(key)).toBe(200);
    expect(portal.output.stdout).toContain('a process has ended, another one takes its place');
  });

  test('while the system refuses another process the rest serve, and it comes as soon as it may', async () => {
    const openFiles = (limit: string) => run('prlimit', ['--pid', String(portal.pid), `--nofile=${limit}:`]);
    openFiles('3');
    const [victim = 0] = await childrenOf(portal.pid);
    process.kill(victim, 'SIGKILL');
    await waitFor('the refusal', () => expect(portal.output.stdout).toContain('"code":"EMFILE"'));
    expect(portal.output.stdout).toContain('the system refuses to start a process');
    await waitFor('an answer', async () => expect(await statusOf('/ready')).toBe(200));
    openFiles('1024');
    await waitFor('all processes', async () => {
      expect(await childrenOf(portal.pid)).toHaveLength(processes);
      expect((await readMetrics(portal.url, token)).find('ballast_build_info')).toHaveLength(processes + 1);
    });
  });

  test('a port that is taken, also by another portal of several processes, ends all of them with one line', async () => {
    const port = await freePort();
    const holder = createServer().listen(port, '127.0.0.1');
    for (const taken of [String(port), new URL(portal.url).port]) {
      const folder = await mkdtemp(join(tmpdir(), 'ballast-taken-'));
      const env = { DATA_DIR: folder, PROCESSES: '2', PORT: taken, ...(await databaseVariables()) };
      const { output, exit } = runPortal(env);
      expect(await exit).toBe(1);
      await rm(folder, { recursive: true, force: true });
      expect(output.stderr).toBe(`Port ${taken} is taken: set PORT to a free one\n`);
    }
    holder.close();
    expect(await statusOf('/ready')).toBe(200);
  });

  test('on SIGTERM all of them drain, finish and end with code 0', async () => {
    const pids = await childrenOf(portal.pid);
    const stopping = portal.stop();
    // A service manager may signal every process of the group; that is no impatience.
    for (const pid of pids) process.kill(pid, 'SIGTERM');
    await waitFor('none to be ready', async () => {
      for (let i = 0; i < processes; i += 1)
        expect(await statusOf('/ready').catch(() => 'refused')).not.toBe(200);
    });
    expect(await stopping).toBe(0);
    for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow();
    expect(portal.output.stderr).toBe('');
  });
});
