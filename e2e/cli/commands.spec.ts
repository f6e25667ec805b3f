// What people who use gh every day look for: any call, .env, pages, a doctor, limits, and a log that goes on.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createKey } from '@ballast/contract/keys/api-keys';
import { clockAhead } from '@ballast/harness/process-time';
import { verifiedAccount } from '../support/accounts.ts';
import { expect, test } from '../support/cli-device.ts';
import { createKeys } from '../support/keys.ts';
import { portalUrl } from '../support/portals/portal-under-test.ts';

test('any call, a page, a higher limit and the doctor, with the token of this device', async ({ device }) => {
  const account = await verifiedAccount();
  await device.logIn(account);
  const made = await device.json(
    'api',
    'POST',
    '/api-keys',
    '-F',
    'name=Checkout',
    '-F',
    'environment=SANDBOX',
  );
  expect(made).toMatchObject({ name: 'Checkout', rateLimit: 3 });
  expect(await device.json('api', 'get', 'api/api-keys', '-F', 'limit=1')).toMatchObject([{ id: made.id }]);
  const taken = await device.run([
    'api',
    'POST',
    '/api-keys',
    '-F',
    'name=Checkout',
    '-F',
    'environment=SANDBOX',
  ]);
  expect(taken).toMatchObject({ stderr: 'HTTP 409\n', exitCode: 4 });
  expect(JSON.parse(taken.stdout)).toMatchObject({ message: expect.any(String), fields: {} });
  const nothing = await device.run(['api', 'GET', '/nothing']);
  expect(nothing).toMatchObject({ stderr: 'HTTP 404\n', exitCode: 5 });
  expect(JSON.parse(nothing.stdout)).toMatchObject({ code: 'no_such_route' });

  expect(await device.json('open', 'docs')).toEqual({ address: `${portalUrl}/docs`, opened: false });
  const request = [
    'keys',
    'request-limit',
    'Checkout',
    '--reason',
    'Ten times the visitors on the day of the sale',
  ];
  expect((await device.run([...request, '--limit', '2'])).exitCode).toBe(2);
  expect(await device.json(...request, '--limit', '50')).toMatchObject({
    requestedLimit: 50,
    status: 'PENDING',
  });
  expect((await device.run(['keys', 'limit-requests'])).stdout).toMatch(
    /^Checkout \(sandbox\) +3 → 50 +pending /m,
  );

  const well = await device.run(['doctor']);
  expect(well).toMatchObject({ stderr: '', exitCode: 0 });
  expect(well.stdout).toMatch(new RegExp(`^✓ token +${account.email}, profile default, kept in: file$`, 'm'));
  const off = await device.run(['doctor'], {
    NODE_OPTIONS: `--import=${clockAhead}`,
    CLOCK_AHEAD_SECONDS: '7200',
  });
  expect(off.exitCode).toBe(1);
  expect(off.stdout).toMatch(/^✗ clock +this computer is 7\d\d\d s ahead of the portal: set its clock$/m);
});

test('.env gets the sandbox key, for its owner alone, after a question, and git is watched', async ({
  device,
}) => {
  const account = await verifiedAccount();
  await device.logIn(account);
  const [key] = await createKeys(account, ['Checkout'], 'SANDBOX');
  const folder = join(device.home, 'project');
  mkdirSync(folder);
  const file = join(folder, '.env');
  const pull = (...args: string[]) => device.run(['env', 'pull', file, ...args]);
  execFileSync('git', ['init', '-q', folder]);

  const first = await pull();
  expect(first).toMatchObject({ exitCode: 0 });
  expect(first.stderr).toBe(`${file} is not ignored by git: add it to .gitignore before you commit.\n`);
  expect(first.stdout).not.toContain(key?.key ?? '');
  expect(readFileSync(file, 'utf8')).toBe(`BALLAST_API_KEY=${key?.key}\n`);
  expect(statSync(file).mode & 0o777).toBe(0o600);

  writeFileSync(join(folder, '.gitignore'), '.env\n');
  writeFileSync(file, 'A=1\nexport BALLAST_API_KEY=old\nB=2', { mode: 0o644 });
  expect(await pull()).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('Add --yes') });
  expect(await pull('--yes')).toMatchObject({ exitCode: 0, stderr: '' });
  expect(readFileSync(file, 'utf8')).toBe(`A=1\nBALLAST_API_KEY=${key?.key}\nB=2`);
  expect(statSync(file).mode & 0o777).toBe(0o600);

  const target = join(device.home, 'profile');
  writeFileSync(target, 'mine');
  symlinkSync(target, join(folder, '.env.local'));
  expect((await device.run(['env', 'pull', join(folder, '.env.local'), '--yes'])).exitCode).toBe(4);
  expect(readFileSync(target, 'utf8')).toBe('mine');
});

test('the log is read over its pages, since a time, and goes on until Ctrl-C', { tag: '@matrix' }, async ({
  device,
}) => {
  const account = await verifiedAccount();
  await device.logIn(account);
  const names = Array.from({ length: 105 }, (_, index) => `service-${index}`);
  for (let from = 0; from < names.length; from += 15)
    await createKeys(account, names.slice(from, from + 15), 'SANDBOX');
  const keys = ['activity', '--category', 'api_key'];
  expect(await device.json(...keys)).toHaveLength(20);
  expect((await device.json(...keys, '--limit', '103')).length).toBe(103);
  const all = await device.json(...keys, '--since', '1d');
  expect(all.filter(({ type }: { type: string }) => type === 'key_created')).toHaveLength(105);
  expect(await device.json(...keys, '--since', '2999-01-01')).toEqual([]);

  const following = device.start([...keys, '--follow', '--json', '--limit', '1']);
  await following.says('service-104');
  await account.call(createKey, { body: { name: 'newcomer', environment: 'SANDBOX' } });
  await following.says('newcomer');
  following.child.kill('SIGINT');
  const { stdout, exitCode } = await following.ended;
  expect(exitCode).toBe(130);
  expect(
    stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).type),
  ).toEqual(['key_created', 'key_created']);
});
