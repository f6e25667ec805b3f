// One device, two portals, two accounts: no sign-in touches another.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { completeCliAuth, listDevices } from '@ballast/contract/cli/cli-auth';
import { newDeveloper } from '@ballast/harness/developer';
import { startPortal } from '@ballast/harness/portal';
import { verifiedAccount } from '../support/accounts.ts';
import { expect, loginAddress, test } from '../support/cli-device.ts';
import { portalUrl } from '../support/portals/portal-under-test.ts';

test('a second account and a second portal leave the first sign-in alone', { tag: '@matrix' }, async ({
  device,
}) => {
  const other = await startPortal();
  const [first, second] = [await verifiedAccount(), await verifiedAccount()];
  const elsewhere = await newDeveloper(other.url);
  await device.logIn(first);
  await device.logIn(second, '--profile', 'work');
  const login = device.start(['login', '--no-browser', '--portal', other.url]);
  const state = new URL(await loginAddress(login)).searchParams.get('state') ?? '';
  await elsewhere.call(completeCliAuth, { body: { state } });
  expect((await login.ended).exitCode).toBe(0);

  for (const { call } of [first, second, elsewhere]) expect(await call(listDevices)).toHaveLength(1);
  expect(await device.json('profiles')).toEqual([
    { profile: 'default', portal: portalUrl, email: first.email, tokenPlace: 'file', current: false },
    { profile: 'work', portal: portalUrl, email: second.email, tokenPlace: 'file', current: false },
    { profile: 'default', portal: other.url, email: elsewhere.email, tokenPlace: 'file', current: true },
  ]);
  const whoami = async (...args: string[]) => (await device.json('whoami', ...args)).email;
  expect(await whoami()).toBe(elsewhere.email);
  expect(await whoami('--profile', 'work')).toBe(second.email);
  expect(await whoami('--portal', portalUrl, '--profile', 'default')).toBe(first.email);
  expect((await device.run(['profiles', 'use', 'default'])).exitCode).toBe(2);
  expect((await device.run(['profiles', 'use', 'work'])).exitCode).toBe(0);
  expect(await whoami()).toBe(second.email);

  expect((await device.run(['logout', '--portal', other.url])).exitCode).toBe(0);
  expect(await elsewhere.call(listDevices)).toEqual([]);
  expect(await whoami('--profile', 'default', '--portal', portalUrl)).toBe(first.email);
  const credentials = await readFile(join(device.home, 'config/ballast/credentials.json'), 'utf8');
  expect(JSON.parse(credentials).signIns).toHaveLength(2);
  await other.stop();
});
