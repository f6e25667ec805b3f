// The first command of an incident answers although a process hangs.
import { copyFile, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Portal, startPortal } from '@ballast/harness/portal';
import { waitFor } from '@ballast/harness/wait-for';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { databaseVariables } from '../../../../testing/databases/database.ts';
import { operatorOn } from '../../../../testing/operator.ts';

const run = (dataDir: string, ...args: string[]) => operatorOn(dataDir)(...args);

let folder: string;
let first: Portal;
let second: Portal;
const dirOf = (port: string) => join(folder, port);

// Each process has a folder that is named by its port, as with systemd.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ballast-hung-'));
  await Promise.all([mkdir(dirOf('3001')), mkdir(dirOf('3002'))]);
  const variables = await databaseVariables();
  first = await startPortal({ DATA_DIR: dirOf('3001'), ...variables });
  // Processes of one database share their secrets.
  await copyFile(join(dirOf('3001'), 'secrets.json'), join(dirOf('3002'), 'secrets.json'));
  second = await startPortal({ DATA_DIR: dirOf('3002'), ...variables });
});
afterAll(async () => {
  for (const portal of [first, second]) portal?.child.kill('SIGCONT');
  await first?.stop();
  await second?.stop();
  await rm(folder, { recursive: true, force: true });
});

test('a process that hangs is named, another one is asked, and the exit code says that something is wrong', async () => {
  const { pid } = first.child;
  first.child.kill('SIGSTOP');
  const { exitCode, out, problem } = await run(dirOf('3001'), 'status');
  expect({ exitCode, problem }).toEqual({
    exitCode: 1,
    problem: `The process ${pid} does not answer; another process did.`,
  });
  expect(out).toMatch(new RegExp(`^Process +${second.child.pid},`, 'm'));
  // So it is where the process that is asked is well.
  const beside = await run(dirOf('3002'), 'status');
  expect(beside).toEqual({ exitCode, problem, out: expect.stringContaining(`${second.child.pid}, since`) });
  // What is not about the state of the processes is done.
  expect(await run(dirOf('3001'), 'users', 'list')).toMatchObject({ exitCode: 0, out: 'No users.' });

  second.child.kill('SIGSTOP');
  expect(await run(dirOf('3001'), 'status')).toEqual({
    exitCode: 1,
    problem: `The process ${pid} and the process ${second.child.pid} do not answer: they hang, or have too much to do.`,
  });
  for (const portal of [first, second]) portal.child.kill('SIGCONT');
  await waitFor('both to answer again', async () =>
    expect(await run(dirOf('3001'), 'users', 'list')).toEqual({ exitCode: 0, out: 'No users.' }),
  );
});

test('a folder that the system does not let us into is named, in one line', async () => {
  const circle = join(folder, 'circle');
  await symlink(circle, circle);
  expect(await run(circle, 'status')).toEqual({
    exitCode: 1,
    problem: `The portal's socket in ${circle} cannot be opened (ELOOP). Run the command as the user of the portal.`,
  });
});

test('the socket of a process that was killed is no process that hangs', async () => {
  const killed = await startPortal({ DATA_DIR: dirOf('3003'), ...(await databaseVariables()) });
  killed.child.kill('SIGKILL');
  await killed.exit;
  expect(await run(dirOf('3003'), 'users', 'list')).toMatchObject({ exitCode: 0 });
});
