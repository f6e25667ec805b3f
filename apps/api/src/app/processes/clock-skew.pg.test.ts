// A process whose clock is wrong says so, and serves nobody when it is very wrong.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Portal, startPortal } from '@ballast/harness/portal';
import { clockAhead } from '@ballast/harness/process-time';
import { waitFor } from '@ballast/harness/wait-for';
import { afterEach, expect, test } from 'vitest';
import { databaseVariables, onPostgres } from '../../../testing/databases/database.ts';
import { operatorOn } from '../../../testing/operator.ts';
import { readMetrics } from '../../../testing/read-metrics.ts';

const token = 'a-token-of-the-scraper';
let portal: Portal | undefined;
let folder = '';
afterEach(async () => {
  await portal?.stop();
  await rm(folder, { recursive: true, force: true });
});

const start = async (seconds: number) => {
  folder = await mkdtemp(join(tmpdir(), 'ballast-clock-'));
  const variables = { ...(await databaseVariables()), METRICS_TOKEN: token, LOG_LEVEL: 'info' };
  const ahead = { CLOCK_AHEAD_SECONDS: String(seconds), DATA_DIR: folder };
  portal = await startPortal({ ...variables, ...ahead }, [`--import=${clockAhead}`]);
  return portal;
};
const line = 'the clock of this machine is wrong';

test.runIf(onPostgres())('at 40 seconds it is logged and measured, and the process serves', async () => {
  const { url, output } = await start(40);
  await waitFor('the log line', () => expect(output.stdout).toContain(line));
  expect((await fetch(`${url}/ready`)).status).toBe(200);
  const skew = (await readMetrics(url, token)).value('ballast_clock_skew_seconds');
  expect(skew).toBeGreaterThan(30);
  expect(skew).toBeLessThanOrEqual(41);
});

test.runIf(onPostgres()).each([600, -600])('at %i seconds the process is not ready', async (seconds) => {
  const { url, output } = await start(seconds);
  const answer = await fetch(`${url}/ready`);
  expect([answer.status, await answer.json()]).toEqual([503, { status: 'clock wrong' }]);
  expect((await readMetrics(url, token)).value('ballast_ready')).toBe(0);
  // Once, however often it is asked.
  expect(output.stdout.split(line)).toHaveLength(2);
});

test.runIf(onPostgres()).each([
  [40, 1, /^Clock +(39\.\d|40\.\d) s ahead of the database$/m],
  [-40, 1, /^Clock +(39\.\d|40\.\d) s behind the database$/m],
  [20, 0, /^Clock +(19\.\d|20\.\d) s ahead of the database$/m],
])('status tells a clock that is %i seconds ahead, with exit code %i', async (seconds, exitCode, clock) => {
  await start(seconds);
  expect(await operatorOn(folder)('status')).toEqual({ exitCode, out: expect.stringMatching(clock) });
});

test.runIf(!onPostgres())('the embedded database has the clock of its process', async () => {
  const { url } = await start(7200);
  expect((await fetch(`${url}/ready`)).status).toBe(200);
  expect((await readMetrics(url, token)).value('ballast_clock_skew_seconds')).toBe(0);
});
