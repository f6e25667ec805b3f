// The tool as one file: on a machine without Node and npm.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifiedAccount } from '../support/accounts.ts';
import { expect, openDevice, test } from '../support/cli-device.ts';
import { portalUrl } from '../support/portals/portal-under-test.ts';

const build = join(import.meta.dirname, '../../packages/cli/standalone/build.ts');

test('the executable signs in, creates a key and lists it, with no other program at hand', {
  tag: '@matrix',
}, async () => {
  const bin = mkdtempSync(join(tmpdir(), 'ballast-standalone-'));
  execFileSync(process.execPath, [build, bin], { stdio: 'ignore' });
  renameSync(join(bin, `ballast-linux-${process.arch}`), join(bin, 'ballast'));
  const device = await openDevice(bin, { PATH: bin });
  try {
    const account = await verifiedAccount();
    await device.logIn(account, '--portal', portalUrl);
    expect(await device.json('whoami')).toMatchObject({ email: account.email });
    await device.json('keys', 'create', '--name', 'Till', '-e', 'sandbox');
    expect(await device.json('keys', 'list')).toMatchObject([{ name: 'Till' }]);
  } finally {
    await device.close();
    rmSync(bin, { recursive: true });
  }
});
