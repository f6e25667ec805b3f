// A login that outlives the portal: it waits through a restart, and ends when its request has expired.
import { cliLimits } from '@ballast/contract/cli/cli-auth';
import { newDeveloper } from '@ballast/harness/developer';
import { openRestartingPortal } from '@ballast/harness/restarting-portal';
import { storeSession } from '../support/accounts.ts';
import { expect, loginAddress, test } from '../support/cli-device.ts';

test('a login waits while the portal restarts, and is still authorized', { tag: '@matrix' }, async ({
  browser,
  device,
}) => {
  const server = await openRestartingPortal();
  const account = await newDeveloper(server.url);
  const login = device.start(['login', '--portal', server.url]);
  const address = await loginAddress(login);
  await server.stop();
  await server.start();

  const page = await browser.newPage({ baseURL: server.url });
  await storeSession(page, account);
  await page.goto(address);
  await page.getByRole('button', { name: 'Authorize' }).click();
  const { stdout, exitCode } = await login.ended;
  expect(exitCode).toBe(0);
  expect(stdout).toContain(`at ${server.url} as ${account.email}`);
  await page.close();
  await server.close();
});

test('a request that nobody answers expires', { tag: '@matrix' }, async ({ device }) => {
  const server = await openRestartingPortal();
  const login = device.start(['login', '--portal', server.url]);
  await loginAddress(login);
  await server.stop();
  await server.start({ clockAheadSeconds: cliLimits.requestMinutes * 60 + 1 });
  const { stdout, stderr, exitCode } = await login.ended;
  expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 11 });
  expect(stderr.trimEnd().split('\n').at(-1)).toBe(
    'Error: Nobody authorized the request in time. Run the command again.',
  );
  await server.close();
});
