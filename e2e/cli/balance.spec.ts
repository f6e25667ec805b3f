// The command line shows the sandbox balance.
import { createKey, deleteKey } from '@ballast/contract/keys/api-keys';
import { keyCheckMessages } from '@ballast/contract/keys/key-check';
import { verifiedAccount } from '../support/accounts.ts';
import { expect, test } from '../support/cli-device.ts';
import { completeProfile } from '../support/keys.ts';
import { portalUrl } from '../support/portals/portal-under-test.ts';

test('the balance is what the faucet gave, read with one of the account’s keys', async ({ device }) => {
  await device.logIn(await verifiedAccount());
  expect(await device.run(['balance'])).toEqual({
    stdout: '',
    stderr: 'Error: No sandbox keys found. Create one: ballast keys create -e sandbox\n',
    exitCode: 5,
  });
  await device.run(['keys', 'create', '--name', 'checkout-web', '-e', 'sandbox']);
  expect(await device.run(['balance'])).toEqual({
    stdout: 'Balance   0 BLST\nKey used  checkout-web (sandbox)\n',
    stderr: '',
    exitCode: 0,
  });
  await device.run(['faucet', '--wait']);
  expect(await device.json('balance')).toMatchObject({ balance: 10, token: 'BLST' });
});

test('a key is enough: from the environment or the flag, without a sign-in', { tag: '@matrix' }, async ({
  newDevice,
}) => {
  const account = await verifiedAccount();
  await completeProfile(account);
  const { call } = account;
  const key = await call(createKey, { body: { name: 'checkout-web', environment: 'SANDBOX' } });
  const live = await call(createKey, { body: { name: 'payments-api', environment: 'PRODUCTION' } });
  const device = await newDevice({ BALLAST_PORTAL: portalUrl });
  expect((await device.run(['balance'])).exitCode).toBe(3);
  expect((await device.run(['balance'], { BALLAST_API_KEY: key.key })).stdout).toBe('Balance  0 BLST\n');
  expect((await device.run(['balance', '--key', key.key])).stdout).toBe('Balance  0 BLST\n');

  const refusals = { [live.key]: keyCheckMessages.sandboxOnly, blst_test_typo: keyCheckMessages.unknown };
  for (const [given, message] of Object.entries(refusals))
    expect(await device.run(['balance', '--key', given])).toEqual({
      stdout: '',
      stderr: `Error: ${message}\n`,
      exitCode: 4,
    });
  await call(deleteKey, { params: { id: key.id } });
  const revoked = await device.run(['balance', '--json', '--key', key.key]);
  expect(JSON.parse(revoked.stderr)).toMatchObject({
    error: { code: 'refused', message: keyCheckMessages.revoked, reason: 'key_revoked', exitCode: 4 },
  });
});

test('over the key’s limit the command says when to come back', { tag: '@matrix' }, async ({ newDevice }) => {
  const account = await verifiedAccount();
  const { key } = await account.call(createKey, { body: { name: 'busy', environment: 'SANDBOX' } });
  const device = await newDevice({ BALLAST_PORTAL: portalUrl, BALLAST_API_KEY: key });
  let busy = true;
  const headers = { authorization: `Bearer ${key}` };
  const others = (async () => {
    while (busy) await Promise.all([1, 2, 3].map(() => fetch(`${portalUrl}/v1/key-check`, { headers })));
  })();
  // One of its calls may come just when the others have left room for it.
  const limited = async () => {
    for (;;) {
      const end = await device.run(['balance', '--json']);
      if (end.exitCode !== 0) return end;
    }
  };
  const { stderr, exitCode } = await limited();
  busy = false;
  await others;
  expect(exitCode).toBe(6);
  expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'rate_limited', retryAfterSeconds: 1 } });
});
