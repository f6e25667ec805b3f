// Tokens for machines, made, used and revoked on the command line.
import { verifiedAccount } from '../support/accounts.ts';
import { expect, test } from '../support/cli-device.ts';
import { portalUrl } from '../support/portals/portal-under-test.ts';

test('a token for a machine does what its scopes say, says when it ends, and stops when it is revoked', async ({
  device,
  newDevice,
}) => {
  await device.logIn(await verifiedAccount());
  const made = await device.json(
    ...['tokens', 'create', '--name', 'ci', '--scope', 'read,keys:sandbox', '--expires', '7d'],
  );
  expect(made).toEqual({
    id: expect.any(String),
    name: 'ci',
    scopes: ['read', 'keys:sandbox'],
    expiresAt: expect.any(String),
    token: expect.stringMatching(/^blst_cli_\w{38}$/),
  });
  const ci = await newDevice({ BALLAST_PORTAL: portalUrl, BALLAST_TOKEN: made.token });
  const created = await ci.run(['keys', 'create', '--name', 'Night', '-e', 'sandbox']);
  expect(created.exitCode).toBe(0);
  expect(created.stderr).toMatch(/^The token in use expires on \d{4}-\d\d-\d\d \d\d:\d\d\. /m);
  const refused = await ci.run(['faucet', '--json']);
  expect(refused.exitCode).toBe(4);
  expect(refused.stderr).toContain('"scope":"faucet"');
  const wider = await ci.run(['tokens', 'create', '--name', 'more', '--scope', 'faucet', '--expires', '1']);
  expect(wider.stderr).toContain('lacks the scope faucet');

  const listed = await device.run(['tokens', 'list']);
  expect(listed.stdout).toMatch(/^ci +machine +read,keys:sandbox +\d{4}-/m);
  expect((await device.run(['tokens', 'revoke', 'ci', '--yes'])).stdout).toBe('ci is revoked.\n');
  expect((await ci.run(['keys', 'list'])).exitCode).toBe(3);
});
