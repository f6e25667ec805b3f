// Between the tool and the portal: a proxy, certificates that are wrong, a clock that is off.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { completeCliAuth, listDevices } from '@ballast/contract/cli/cli-auth';
import { makeCertificate } from '@ballast/harness/certificate';
import { newDeveloper } from '@ballast/harness/developer';
import { startPortal } from '@ballast/harness/portal';
import { clockAhead } from '@ballast/harness/process-time';
import { verifiedAccount } from '../support/accounts.ts';
import { expect, loginAddress, test } from '../support/cli-device.ts';
import { openFront, openProxy } from '../support/company-network.ts';
import { portalUrl } from '../support/portals/portal-under-test.ts';

const hour = 3_600_000;

test('two portals at once through a proxy: https by a tunnel, http by its whole address, NO_PROXY past it', {
  tag: '@matrix',
}, async ({ device }) => {
  const other = await startPortal();
  const tls = makeCertificate({ name: 'secure.example' });
  const front = await openFront(portalUrl, { tls });
  const proxy = await openProxy({
    'secure.example': `http://127.0.0.1:${front.port}`,
    'plain.example': other.url,
  });
  const trusted = join(device.home, 'trusted.pem');
  writeFileSync(trusted, tls.certificate);
  const env = {
    HTTPS_PROXY: proxy.url,
    HTTP_PROXY: proxy.url,
    NODE_EXTRA_CA_CERTS: trusted,
    BALLAST_INSECURE: '1',
  };
  const people = [
    { portal: 'https://secure.example', account: await verifiedAccount() },
    { portal: 'http://plain.example', account: await newDeveloper(other.url) },
  ];

  await Promise.all(
    people.map(async ({ portal, account }) => {
      const login = device.start(['login', '--no-browser', '--portal', portal], env);
      const state = new URL(await loginAddress(login)).searchParams.get('state') ?? '';
      await account.call(completeCliAuth, { body: { state } });
      expect((await login.ended).exitCode).toBe(0);
    }),
  );
  const ran = await Promise.all(
    people.map(async ({ portal, account }) => {
      const create = ['keys', 'create', '--name', account.email.slice(0, 20), '-e', 'sandbox'];
      expect((await device.run([...create, '--portal', portal], env)).exitCode).toBe(0);
      const { stdout } = await device.run(['whoami', '--json', '--portal', portal], env);
      return JSON.parse(stdout).email;
    }),
  );
  expect(ran).toEqual(people.map(({ account }) => account.email));
  for (const { account } of people) expect(await account.call(listDevices)).toHaveLength(1);
  expect(new Set(proxy.seen.filter((line) => line.includes('secure')))).toEqual(
    new Set(['CONNECT secure.example:443']),
  );
  expect(proxy.seen).toContain('GET http://plain.example/api/users/profile');

  // Past the proxy nobody knows these names.
  const count = proxy.seen.length;
  const whoami = (portal: string, more: Record<string, string>) =>
    device.run(['whoami', '--portal', portal], { ...env, ...more });
  for (const { portal } of people)
    expect(await whoami(portal, { NO_PROXY: '.example' })).toMatchObject({
      exitCode: 7,
      stderr: expect.stringMatching(/\(DNS (cannot find the name|does not respond)\)/),
    });
  expect(proxy.seen).toHaveLength(count);
  const refused = { HTTPS_PROXY: proxy.withoutPassword };
  expect(await whoami('https://secure.example', refused)).toMatchObject({
    exitCode: 7,
    stderr: expect.stringContaining('refused with status 407'),
  });
  for (const close of [proxy.close, front.close, other.stop]) await close();
});

test('a certificate that is self-signed, has expired or is for another name is named, and nothing is sent', {
  tag: '@matrix',
}, async ({ device }) => {
  const account = await verifiedAccount();
  await device.logIn(account);
  const cases = [
    { words: 'the certificate is self-signed', tls: makeCertificate(), isTrusted: false },
    {
      words: 'the certificate has expired, or the clock of this computer is wrong',
      tls: makeCertificate({ from: Date.now() - 2 * hour, to: Date.now() - hour }),
      isTrusted: true,
    },
    {
      words: 'the certificate is for another name',
      tls: makeCertificate({ name: 'other.example' }),
      isTrusted: true,
    },
  ];
  const open = async (tls: ReturnType<typeof makeCertificate>, isTrusted: boolean) => {
    const front = await openFront(portalUrl, { tls });
    const trusted = join(device.home, `${front.port}.pem`);
    writeFileSync(trusted, tls.certificate);
    return { front, env: isTrusted ? { NODE_EXTRA_CA_CERTS: trusted } : {} };
  };
  const commands = [
    ['login', '--no-browser'],
    ['keys', 'list'],
    ['api', 'POST', '/api-keys', '-F', 'name=A'],
  ];
  for (const { words, tls, isTrusted } of cases) {
    const { front, env } = await open(tls, isTrusted);
    const where = { ...env, BALLAST_PORTAL: front.url, BALLAST_TOKEN: 'blst_cli_secret' };
    for (const command of commands)
      expect(await device.run(command, where)).toMatchObject({
        stdout: '',
        stderr: expect.stringContaining(`The portal at ${front.url} can't be reached (TLS: ${words}`),
        exitCode: 7,
      });
    const doctor = await device.run(['doctor'], where);
    expect(doctor).toMatchObject({ exitCode: 7, stdout: expect.stringContaining(words) });
    expect(front.requests).toEqual([]);
    await front.close();
  }
  const good = await open(makeCertificate(), true);
  const { stdout } = await device.run(['status', '--json', '--portal', good.front.url], good.env);
  expect(JSON.parse(stdout)).toMatchObject({ portal: good.front.url, reachable: true });
  expect(good.front.requests).not.toEqual([]);
  await good.front.close();
});

for (const [words, seconds] of [
  ['ahead of', 2 * 24 * 3600],
  ['behind', -2 * 24 * 3600],
] as const)
  test(`a computer whose clock is two days ${words} the portal’s signs in and works, and the doctor says so`, {
    tag: '@matrix',
  }, async ({ newDevice }) => {
    const account = await verifiedAccount();
    const device = await newDevice({
      NODE_OPTIONS: `--import=${clockAhead}`,
      CLOCK_AHEAD_SECONDS: String(seconds),
    });
    await device.logIn(account);
    expect((await device.run(['keys', 'create', '--name', 'A', '-e', 'sandbox'])).exitCode).toBe(0);
    const made = await device.json('tokens', 'create', '--name', 'ci', '--scope', 'read', '--expires', '30');
    const days = (Date.parse(made.expiresAt) - Date.now()) / (24 * hour);
    expect(Math.round(days)).toBe(30);
    // No word of a token that expires soon, or of one that has expired.
    expect(await device.run(['whoami'], { BALLAST_TOKEN: made.token })).toMatchObject({
      stderr: '',
      exitCode: 0,
    });
    const doctor = await device.run(['doctor']);
    expect(doctor.exitCode).toBe(1);
    expect(doctor.stdout).toMatch(
      new RegExp(`^✗ clock +this computer is 17\\d{4} s ${words} the portal`, 'm'),
    );
  });
