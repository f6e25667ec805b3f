// The operator's status of several processes on one port: one that is missing or hangs, and a primary that hangs, are told.
import { execFileSync as run } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Portal, startPortal } from '@ballast/harness/portal';
import { waitFor } from '@ballast/harness/wait-for';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseVariables, onPostgres } from '../../../testing/databases/database.ts';
import { operatorOn } from '../../../testing/operator.ts';

describe.runIf(onPostgres())('two processes on one port', () => {
  let folder: string;
  let portal: Portal;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ballast-several-'));
    portal = await startPortal({ ...(await databaseVariables()), DATA_DIR: folder, PROCESSES: '2' });
  });
  afterAll(async () => {
    await portal?.kill();
    await rm(folder, { recursive: true, force: true });
  });

  const status = () => operatorOn(folder)('status');
  const children = async () =>
    (await readFile(`/proc/${portal.pid}/task/${portal.pid}/children`, 'utf8')).trim().split(' ').map(Number);
  const isWell = () =>
    waitFor('both to be well', async () => {
      const { exitCode, out, problem } = await status();
      expect({ exitCode, problem }).toEqual({ exitCode: 0 });
      expect(out).toMatch(/^Workers +2 of 2$/m);
      expect(out?.match(/, since /g)).toHaveLength(3);
    });

  test('both are counted, and all is well', isWell);

  test.each([0, 1])('one that hangs is named, whichever it is (%i)', async (which) => {
    const pid = (await children())[which] ?? 0;
    process.kill(pid, 'SIGSTOP');
    const { exitCode, problem } = await status();
    process.kill(pid, 'SIGCONT');
    expect({ exitCode, problem }).toEqual({
      exitCode: 1,
      problem: `The process ${pid} does not answer; another process did.`,
    });
    await isWell();
  });

  test('one that is missing is counted, until another one is in its place', async () => {
    const openFiles = (limit: string) => run('prlimit', ['--pid', String(portal.pid), `--nofile=${limit}:`]);
    // The system refuses another process meanwhile.
    openFiles('3');
    process.kill((await children())[1] ?? 0, 'SIGKILL');
    await waitFor('one to be missing', async () => {
      const { exitCode, out } = await status();
      expect(exitCode).toBe(1);
      expect(out).toMatch(/^Workers +1 of 2$/m);
    });
    openFiles('1024');
    await isWell();
  });

  test('a primary that hangs is told', async () => {
    process.kill(portal.pid, 'SIGSTOP');
    const { exitCode, out } = await status();
    process.kill(portal.pid, 'SIGCONT');
    expect(exitCode).toBe(1);
    expect(out).toMatch(/^Workers +not known: their primary does not answer$/m);
    await isWell();
  });
});
