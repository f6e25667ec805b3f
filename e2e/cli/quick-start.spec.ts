// The five commands of the Coin Faucet tab, copied as they stand there.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import packageJson from '../../package.json' with { type: 'json' };
import { verifiedAccount } from '../support/accounts.ts';
import { expect, loginAddress, openDevice, type Running, test } from '../support/cli-device.ts';
import { openTab } from '../support/open-tab.ts';

test('copied one after the other, they install the tool, create a key and bring the tokens', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const account = await verifiedAccount();
  await openTab(page, { tab: 'faucet', heading: 'Coin Faucet' }, account);
  const copyButtons = page
    .getByRole('region', { name: 'Quick start' })
    .getByRole('button', { name: /^Cop(y|ied)/ });
  await expect(copyButtons).toHaveCount(5);
  const commands: string[] = [];
  for (const button of await copyButtons.all()) {
    await button.click();
    await expect(button).toHaveAccessibleName(/^Copied/);
    commands.push(await page.evaluate(() => navigator.clipboard.readText()));
  }
  const [install = '', version = '', createKey = '', logIn = '', faucet = ''] = commands;

  const prefix = await mkdtemp(join(tmpdir(), 'ballast-prefix-'));
  const device = await openDevice(join(prefix, 'bin'), { npm_config_prefix: prefix });
  const authorize = async (login: Running) => {
    await page.goto(await loginAddress(login));
    await page.getByRole('button', { name: 'Authorize' }).click();
    await expect(page.getByRole('heading', { name: 'Authentication Successful!' })).toBeVisible();
  };

  expect((await device.inTerminal(install).ended).exitCode).toBe(0);

  const shown = device.inTerminal(version);
  expect((await shown.ended).exitCode).toBe(0);
  expect(shown.output().trim()).toBe(packageJson.version);

  // Not signed in yet: it knows the portal that it came from, and signs in first.
  const created = device.inTerminal(createKey);
  await authorize(created);
  await created.says('Which environment?');
  created.type('\r');
  await created.says('What do you want to call the key?');
  created.type('Quick start\r');
  expect((await created.ended).exitCode).toBe(0);
  expect(created.output()).toMatch(/Key +blst_test_\w{38}/);

  const loggedIn = device.inTerminal(logIn);
  await authorize(loggedIn);
  expect((await loggedIn.ended).exitCode).toBe(0);
  expect(loggedIn.output()).toContain(`as ${account.email}.`);

  const claimed = device.inTerminal(faucet);
  expect((await claimed.ended).exitCode).toBe(0);
  expect(claimed.output()).toMatch(/Amount +10 BLST/);

  await device.close();
  await rm(prefix, { recursive: true, force: true });
});
