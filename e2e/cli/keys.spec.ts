// API keys live on the command line, too: with flags, with questions, and as JSON.

import { updateKey } from '@ballast/contract/keys/api-keys';
import { leakMessages } from '@ballast/contract/keys/key-leaks';
import { listRefusals } from '@ballast/contract/keys/key-refusals';
import { verifiedAccount } from '../support/accounts.ts';
import { expect, test } from '../support/cli-device.ts';
import { sendRequests } from '../support/key-page.ts';
import { card, completeProfile, createKeys, openKeys } from '../support/keys.ts';
import { portalUrl } from '../support/portals/portal-under-test.ts';

test('a key is created, listed, renamed, rotated and deleted with flags alone', async ({ device }) => {
  await device.logIn(await verifiedAccount());
  expect(await device.json('keys', 'list')).toEqual([]);

  const created = await device.json('keys', 'create', '--name', 'Checkout', '-e', 'sandbox');
  expect(created).toEqual({
    id: expect.stringMatching(/^[\da-f-]{36}$/),
    name: 'Checkout',
    key: expect.stringMatching(/^blst_test_\w{38}$/),
    environment: 'SANDBOX',
    rateLimit: 3,
    createdAt: expect.any(String),
    lastUsedAt: null,
    isActive: true,
    status: 'ACTIVE',
    expiresAt: null,
    scopes: null,
    allowedNetworks: null,
    previous: null,
    leakedAt: null,
  });

  const masked = `${created.key.slice(0, 10)}${'•'.repeat(34)}${created.key.slice(-4)}`;
  expect(await device.json('keys', 'list')).toEqual([{ ...created, key: masked }]);
  expect(await device.json('keys', 'list', '--reveal')).toEqual([created]);
  expect(await device.json('keys', 'list', '-e', 'production')).toEqual([]);

  // The key is named in another case first, then by its id.
  const renamed = await device.json('keys', 'rename', 'checkout', '--name', 'Checkout EU');
  expect(renamed).toEqual({ ...created, name: 'Checkout EU', key: masked });
  const rotated = await device.json('keys', 'rotate', created.id, '--yes');
  expect(rotated).toMatchObject({ id: created.id, name: 'Checkout EU' });
  expect(rotated.key).not.toBe(created.key);
  const graceful = await device.run(['keys', 'rotate', created.id, '--grace', '24h', '--yes']);
  expect(graceful.stderr).toMatch(/^Key rotated\. The old key works until \d{4}-\d\d-\d\d \d\d:\d\d\.$/m);
  expect((await device.run(['keys', 'show', created.id])).stdout).toMatch(
    /^Old key +works until .*, 0 requests in 24 h$/m,
  );
  expect(await sendRequests({ value: rotated.key })).toEqual([200]);
  const shown = () => device.run(['keys', 'show', created.id]);
  await expect
    .poll(async () => (await shown()).stdout)
    .toMatch(/^Requests with the old key in 24 h, by address:$/m);
  expect((await shown()).stdout).toMatch(/^ADDRESS +REQUESTS +LAST SEEN\n127\.0\.0\.1 +1 /m);
  expect(await device.json('keys', 'end-grace', created.id, '--yes')).toMatchObject({ previous: null });
  expect(await device.json('keys', 'delete', 'Checkout EU', '--yes')).toEqual({
    id: created.id,
    name: 'Checkout EU',
    environment: 'SANDBOX',
    deleted: true,
  });
  expect(await device.json('keys', 'list')).toEqual([]);

  const activities = await device.json('activity', '--category', 'api_key', '--limit', '6');
  expect(activities.map(({ type }: { type: string }) => type)).toEqual([
    'key_deleted',
    'key_updated',
    'key_rotated',
    'key_rotated',
    'key_updated',
    'key_created',
  ]);
});

test('people get tables, in which a secret shows only when it is asked for', { tag: '@matrix' }, async ({
  device,
}) => {
  const account = await verifiedAccount();
  await device.logIn(account);
  expect(await device.run(['keys', 'list', '-e', 'sandbox'])).toEqual({
    stdout: '',
    stderr: 'No sandbox keys found. Create one with ballast keys create.\n',
    exitCode: 0,
  });
  const [key] = await createKeys(account, ['Checkout'], 'SANDBOX');
  const secret = key?.key ?? '';
  const list = await device.run(['keys', 'list']);
  expect(list.stdout).toMatch(/^NAME +ENVIRONMENT +KEY +RATE LIMIT +CREATED +LAST USED +ID\n/);
  expect(list.stdout).toContain(
    `Checkout  sandbox      ${secret.slice(0, 10)}••••••${secret.slice(-4)}  3 req/sec`,
  );
  expect(list.stdout).not.toContain(secret);
  expect((await device.run(['keys', 'list', '--reveal'])).stdout).toContain(secret);

  const activity = await device.run(['activity', '--category', 'api_key']);
  expect(activity.stdout).toMatch(/^TIME +ACTIVITY +DETAILS\n/);
  expect(activity.stdout).toContain('Key Created');
});

test('a key is made to do little, looked at, and set free again', { tag: '@matrix' }, async ({ device }) => {
  await device.logIn(await verifiedAccount());
  const created = await device.json(
    ...['keys', 'create', '--name', 'Nightly', '-e', 'sandbox'],
    ...['--expires', '30d', '--scope', 'payments:read', '--allow', '203.0.113.0/24, 2001:db8::/32'],
  );
  expect(created).toMatchObject({
    status: 'ACTIVE',
    expiresAt: expect.any(String),
    scopes: ['payments:read'],
    allowedNetworks: ['203.0.113.0/24', '2001:db8::/32'],
  });
  const shown = await device.run(['keys', 'show', 'nightly']);
  expect(shown.stdout).toMatch(/^Scopes +payments:read$/m);
  expect(shown.stdout).toMatch(/^Allowed from +203\.0\.113\.0\/24, 2001:db8::\/32$/m);
  expect(shown.stdout).toMatch(/^Expires +\d{4}-\d\d-\d\d \d\d:\d\d$/m);
  expect(shown.stdout).not.toContain(created.key);
  expect(await device.json('keys', 'show', 'Nightly', '--reveal')).toEqual(created);

  const usage = await device.run(['keys', 'usage', 'Nightly', '--window', '30d']);
  expect(usage.stdout).toMatch(
    /^Requests, 30d +0 \(0 allowed, 0 rate limited, 0 rejected\)\nLast used +never$/m,
  );
  expect((await device.json('keys', 'usage', 'Nightly')).buckets).toHaveLength(24);

  const refused = await device.run(['keys', 'restrict', 'Nightly', '--scope', 'payments:fly']);
  expect(refused).toMatchObject({ stdout: '', exitCode: 4 });
  expect(refused.stderr).toContain('The scope "payments:fly" does not exist. Allowed are ');
  expect(await device.json('keys', 'restrict', 'Nightly', '--scope', 'all', '--allow', 'any')).toMatchObject({
    expiresAt: created.expiresAt,
    scopes: null,
    allowedNetworks: null,
  });
  expect(await device.json('keys', 'list', '--status', 'unused', '--sort', 'name')).toHaveLength(1);
});

test('what the portal refuses is one line in its own words', { tag: '@matrix' }, async ({ device }) => {
  const account = await verifiedAccount();
  await device.logIn(account);
  await createKeys(account, ['Checkout'], 'SANDBOX');
  const expectEnd = async (args: string[], exitCode: number, line: string | RegExp) => {
    const end = await device.run(args);
    expect(end).toMatchObject({ stdout: '', exitCode });
    expect(end.stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(end.stderr).toMatch(line);
  };
  await expectEnd(
    ['keys', 'create', '--name', 'CHECKOUT', '-e', 'sandbox'],
    4,
    /^Error: An active key with the name "CHECKOUT" already exists$/m,
  );
  await expectEnd(
    ['keys', 'create', '--name', 'Live', '-e', 'production'],
    4,
    /^Error: Complete your profile to create production API keys\. Do so at http\S+\/onboarding$/m,
  );
  await expectEnd(['keys', 'delete', 'Nothing', '--yes'], 5, /^Error: There is no key "Nothing"\.$/m);
  await expectEnd(
    ['keys', 'delete', 'Checkout'],
    2,
    /^Error: Checkout \(sandbox\) stops working immediately\. You can't undo this\. Add --yes to skip the question\.$/m,
  );
  expect(await device.json('keys', 'list')).toHaveLength(1);
});

test('the use of a key is drawn, with its addresses and why it was refused', { tag: '@matrix' }, async ({
  device,
}) => {
  const account = await verifiedAccount();
  await device.logIn(account);
  const [key] = await createKeys(account, ['Checkout'], 'SANDBOX');
  const params = { id: key?.id ?? '' };
  const check = () =>
    fetch(`${portalUrl}/v1/key-check`, {
      headers: {
        authorization: `Bearer ${key?.key}`,
        'x-original-method': 'POST',
        'x-original-uri': '/payments?token=secret',
      },
    });
  await check();
  await account.call(updateKey, { params, body: { allowedNetworks: ['203.0.113.0/24'] } });
  expect((await check()).status).toBe(403);
  // They are counted some seconds later.
  await expect.poll(async () => (await account.call(listRefusals, { params })).length).toBe(1);

  const usage = await device.run(['keys', 'usage', 'Checkout']);
  expect(usage.stdout).toMatch(/^Requests, 24h +2 \(1 allowed, 0 rate limited, 1 rejected\)$/m);
  expect(usage.stdout).toMatch(/ {2}2 {2}█+░+$/m);
  expect(usage.stdout).toMatch(/^127\.0\.0\.1 +1 {2}/m);
  const dryRun = ['keys', 'restrict', 'Checkout', '--dry-run', '--allow'];
  expect((await device.run([...dryRun, '198.51.100.7'])).stdout).toMatch(
    /^Of 1 request with Checkout \(sandbox\) in the last 30 days, 1 would have been blocked\.\n\nADDRESS +REQUESTS +LAST SEEN\n127\.0\.0\.1 +1 /,
  );
  expect(await device.json(...dryRun, '127.0.0.0/8')).toMatchObject({ refused: 0, addresses: [] });
  const refusals = await device.run(['keys', 'refusals', 'Checkout']);
  expect(refusals.stdout).toMatch(/^POST \/payments +[\d-]+ [\d:]+ +address not allowed +127\.0\.0\.1 /m);
  expect(refusals.stdout).not.toContain('secret');
  expect(await device.json('keys', 'refusals', 'Checkout')).toMatchObject([
    { reason: 'address_not_allowed' },
  ]);
});

test('whoever finds a key reports it without an account, and it stops', async ({ newDevice }) => {
  const account = await verifiedAccount();
  const [key] = await createKeys(account, ['Found'], 'SANDBOX');
  const finder = await newDevice({ BALLAST_PORTAL: portalUrl });
  const answer = await finder.run(['keys', 'report', key?.key ?? '']);
  expect(answer).toEqual({ stdout: `${leakMessages.thanks}\n`, stderr: '', exitCode: 0 });
  const headers = { authorization: `Bearer ${key?.key}` };
  await expect.poll(async () => (await fetch(`${portalUrl}/v1/key-check`, { headers })).status).toBe(401);
  expect(await finder.run(['keys', 'report', ' '])).toMatchObject({ stdout: '', exitCode: 4 });
});

test('a name that both environments know needs the environment', { tag: '@matrix' }, async ({ device }) => {
  const account = await verifiedAccount();
  await completeProfile(account);
  await device.logIn(account);
  await createKeys(account, ['Checkout'], 'SANDBOX');
  const [live] = await createKeys(account, ['Checkout'], 'PRODUCTION');
  const { stderr, exitCode } = await device.run(['keys', 'rotate', 'Checkout', '--yes']);
  expect({ stderr, exitCode }).toEqual({
    stderr: 'Error: Several keys are called "Checkout": add --environment, or use the id.\n',
    exitCode: 2,
  });
  const rotated = await device.json('keys', 'rotate', 'Checkout', '-e', 'production', '--yes');
  expect(rotated.id).toBe(live?.id);
  expect(rotated.key).toMatch(/^blst_live_/);
});

test('a list can be searched and cut, and says when there is more', { tag: '@matrix' }, async ({
  device,
}) => {
  const account = await verifiedAccount();
  await device.logIn(account);
  await createKeys(account, ['Checkout EU', 'checkout us', 'Payouts'], 'SANDBOX');
  const names = async (...args: string[]) =>
    (await device.json('keys', 'list', ...args)).map(({ name }: { name: string }) => name);
  expect(await names('--search', 'CHECKOUT')).toEqual(['checkout us', 'Checkout EU']);
  expect(await names('--limit', '2')).toEqual(['Payouts', 'checkout us']);
  const cut = await device.run(['keys', 'list', '-n', '2']);
  expect(cut.stdout.trimEnd().split('\n')).toHaveLength(3);
  expect(cut.stderr).toBe('There are more than these 2 keys. Use --search TEXT or a higher --limit.\n');
  expect(await device.run(['keys', 'list', '-s', 'nothing'])).toEqual({
    stdout: '',
    stderr: 'No keys match "nothing".\n',
    exitCode: 0,
  });
  expect(await device.run(['keys', 'list', '-n', '0'])).toMatchObject({ stdout: '', exitCode: 2 });
  // Of several keys all are deleted, or none.
  const missing = await device.run(['keys', 'delete', 'Payouts', 'nobody', '--yes']);
  expect(missing).toMatchObject({ stdout: '', exitCode: 5 });
  const gone = await device.run(['keys', 'delete', 'Payouts', 'checkout us', 'payouts', '--yes']);
  expect(gone.stdout).toBe('Payouts (sandbox) was deleted.\ncheckout us (sandbox) was deleted.\n');
  expect(await names()).toEqual(['Checkout EU']);
  // A name that is a part of others still means that one key.
  await createKeys(account, ['check'], 'SANDBOX');
  expect(await device.json('keys', 'delete', 'CHECK', '--yes')).toMatchObject({ name: 'check' });
});

test('more keys than a page holds are all listed as JSON, and found by name', { tag: '@matrix' }, async ({
  device,
}) => {
  const account = await verifiedAccount();
  await device.logIn(account);
  await createKeys(account, ['The First'], 'SANDBOX');
  const names = Array.from({ length: 510 }, (_, index) => `service-${index}`);
  for (let from = 0; from < names.length; from += 10)
    await Promise.all(names.slice(from, from + 10).map((name) => createKeys(account, [name], 'SANDBOX')));
  const listed = await device.json('keys', 'list');
  expect(new Set(listed.map(({ name }: { name: string }) => name)).size).toBe(511);
  expect(await device.json('keys', 'rename', 'the first', '--name', 'Oldest')).toMatchObject({
    name: 'Oldest',
  });
});

test('in a terminal it asks for what is missing, and Ctrl-C changes nothing', async ({ device }) => {
  const account = await verifiedAccount();
  await device.logIn(account);
  const create = device.inTerminal('ballast keys create');
  await create.says('Which environment?');
  create.type('\r');
  await create.says('What do you want to call the key?');
  create.type('\r');
  await create.says('Please provide a name for the API key');
  create.type('Checkout\r');
  const { exitCode } = await create.ended;
  expect(exitCode).toBe(0);
  expect(create.output()).toContain('Key created.');
  expect(create.output()).toMatch(/Key +blst_test_\w{38}/);

  const stopped = device.inTerminal('ballast keys delete');
  await stopped.says('Which key?');
  stopped.type('\r');
  await stopped.says(/Checkout \(sandbox\) stops working immediately\. You can't undo this\./);
  stopped.type('\u0003');
  expect((await stopped.ended).exitCode).toBe(130);
  expect(stopped.output()).toContain('Error: Cancelled.');
  expect(await device.json('keys', 'list')).toHaveLength(1);

  const deleted = device.inTerminal('ballast keys delete Checkout');
  await deleted.says('Delete Key');
  deleted.type('y');
  expect((await deleted.ended).exitCode).toBe(0);
  expect(await device.json('keys', 'list')).toEqual([]);
});

test('a key made on the command line stands in the portal', { tag: '@matrix' }, async ({ page, device }) => {
  const { account } = await openKeys(page);
  await device.logIn(account);
  await device.json('keys', 'create', '--name', 'From the terminal', '-e', 'sandbox');
  await page.reload();
  await expect(card(page, 'From the terminal')).toBeVisible();
});
