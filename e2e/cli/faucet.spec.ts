// The command line brings test tokens.
import { verifiedAccount } from '../support/accounts.ts';
import { expect, test } from '../support/cli-device.ts';

const address = '0x52908400098527886E0F7030069857D2E4169EE7';

test('tokens come once, the second request is told when the next is due', async ({ device }) => {
  await device.logIn(await verifiedAccount());
  expect(await device.json('status')).toMatchObject({ faucetAvailable: true, nextClaimAt: null });

  const claimed = await device.json('faucet', '--wait');
  expect(claimed).toMatchObject({ amount: 10, token: 'BLST', address: null, status: 'COMPLETED' });
  const hours = (Date.parse(claimed.nextClaimAt) - Date.now()) / 3_600_000;
  expect(hours).toBeGreaterThan(23.9);
  expect(hours).toBeLessThanOrEqual(24);

  const second = await device.run(['faucet']);
  expect(second).toMatchObject({ stdout: '', exitCode: 6 });
  expect(second.stderr).toMatch(
    /^Error: You can request tokens once every 24 hours\. You can request again at .* UTC\. That is in 2[34] h \d+ min\.\n$/,
  );
  const third = await device.run(['faucet', '--json']);
  expect(JSON.parse(third.stderr)).toMatchObject({
    error: { code: 'rate_limited', exitCode: 6, nextClaimAt: claimed.nextClaimAt },
  });

  expect(await device.json('status')).toMatchObject({
    faucetAvailable: false,
    nextClaimAt: claimed.nextClaimAt,
  });
  const activities = await device.json('activity', '--category', 'faucet');
  expect(activities.map(({ type }: { type: string }) => type)).toEqual([
    'faucet_rate_limited',
    'faucet_rate_limited',
    'faucet_request_success',
    'faucet_request',
  ]);
});

test('tokens go to an address, whose typing errors are found before anything is sent', {
  tag: '@matrix',
}, async ({ device }) => {
  await device.logIn(await verifiedAccount());
  const wrong = await device.run(['faucet', '--to', address.replace('E7', 'e7')]);
  expect(wrong).toEqual({
    stdout: '',
    stderr: 'Error: This address has a typo: its checksum doesn’t match.\n',
    exitCode: 2,
  });
  const { stdout, stderr, exitCode } = await device.run(['faucet', '--to', address, '--wait']);
  expect({ stderr, exitCode }).toEqual({ stderr: 'The tokens have arrived.\n\n', exitCode: 0 });
  expect(stdout).toMatch(new RegExp(`^Amount +10 BLST\nTo +${address}\n`));
  expect(stdout).toMatch(/^Next claim +\d{4}-\d\d-\d\d \d\d:\d\d \(in 2[34] h \d+ min\)$/m);
});
