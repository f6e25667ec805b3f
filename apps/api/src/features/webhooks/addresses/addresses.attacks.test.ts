// Addresses that lead into a private network, or to something that is no receiver: each is tried at saving and at the attempt, in
// production. A name server that lies answers for the names.
import { testWebhook } from '@ballast/contract/webhooks/deliveries';
import { webhookMessages as says } from '@ballast/contract/webhooks/webhook-limits';
import { createWebhook } from '@ballast/contract/webhooks/webhooks';
import { waitFor } from '@ballast/harness/wait-for';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { productionSettings } from '../../../../testing/production-settings.ts';
import { startLyingDns } from '../../../../testing/servers/lying-dns.ts';
import { failureOf, startTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { webhookAttempts, webhookDeliveries, webhooks } from '../../../identity/webhooks/tables.ts';

const publicAddress = '93.184.215.14';

// Written as an address.
const literals = [
  ...['127.0.0.1', '127.1', '2130706433', '0x7f000001', '0177.0.0.1', '0x7f.1', '127.0.0.1.', '①②⑦.⓪.⓪.①'],
  ...['0.0.0.0', '0', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', '100.64.0.1', '169.254.1.1'],
  ...['169.254.169.254', '2852039166', '0xa9fea9fe', '0251.0376.0251.0376', '192.0.0.192', '192.0.2.1'],
  ...['198.18.0.1', '198.51.100.1', '203.0.113.1', '224.0.0.1', '240.0.0.1', '255.255.255.255'],
  ...['192.88.99.1', '[::1]', '[::]', '[0:0:0:0:0:0:0:1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]'],
  ...['[::ffff:8.8.8.8]', '[::127.0.0.1]', '[::ffff:0:127.0.0.1]', '[64:ff9b::7f00:1]', '[64:ff9b:1::1]'],
  ...['[2002:7f00:1::1]', '[2001:0:7f00:1::1]', '[2001:db8::1]', '[fe80::1]', '[fec0::1]', '[fc00::1]'],
  ...['[fd00:ec2::254]', '[ff02::1]', '[100::1]', '[3fff::1]', 'localhost', 'LOCALHOST.', 'a.localhost'],
];

// Behind a name that the name server answers for.
const hidden = [
  ...['127.0.0.1', '10.0.0.1', '169.254.169.254', '100.100.100.200', '0.0.0.0', '192.168.0.1'],
  ...['::1', '::', 'fd00:ec2::254', 'fe80::1', '::ffff:7f00:1', '64:ff9b::a9fe:a9fe', '2002:a00:1::'],
];

const others: [url: string, message: string][] = [
  ['http://example.com/', says.urlScheme],
  ['ftp://example.com/', says.urlScheme],
  ['file:///etc/passwd', says.urlScheme],
  ['gopher://example.com/', says.urlScheme],
  ['https://user:secret@example.com/', says.urlUser],
  ['https://user@example.com/', says.urlUser],
  ['https://example.com:22/', says.urlPort],
  ['https://example.com:80/', says.urlPort],
  ['https://example.com:1023/', says.urlPort],
  ['https://example.com:0/', says.urlPort],
  ['https://', says.urlMalformed],
  ['https:///', says.urlMalformed],
  ['example.com', says.urlMalformed],
  [`https://${'a'.repeat(64)}.com/`, says.urlMalformed],
  [`https://${'a.'.repeat(130)}com/`, says.urlMalformed],
  ['https://a..b/', says.urlMalformed],
  ['https://127.0.0.1\u0000.example.com/', says.urlMalformed],
  ['https://[::1%25eth0]/', says.urlMalformed],
  ['https://256.256.256.256/', says.urlMalformed],
  ['https://nobody.example/', says.urlNotResolved],
];

const answers = new Map<string, string[]>();
let app: TestApp;
let dns: Awaited<ReturnType<typeof startLyingDns>>;
let developer: Awaited<ReturnType<TestApp['verifiedUser']>>;
let victim: { id: string };

beforeAll(async () => {
  dns = await startLyingDns((name) => answers.get(name) ?? []);
  app = await startTestApp({
    env: {
      ...{ ...productionSettings, WEBHOOK_DNS: dns.address },
      LIMITS: 'calls_per_account=100000,writes_per_account=100000',
    },
  });
  developer = await app.verifiedUser();
  answers.set('fine.example', [publicAddress]);
  victim = await save('https://fine.example/hook');
});
afterAll(async () => {
  await app?.stop();
  dns?.close();
});

const save = (url: string) => developer.call(createWebhook, { body: { url, environment: 'SANDBOX' } });

const refusalOf = async (url: string) => {
  const { status, fields } = await failureOf(save(url));
  return { status, fields };
};

// What a test message to the address ends with.
const attempt = async (url: string) => {
  const { db } = app.deps;
  await db.update(webhooks).set({ url, failingSince: null }).where(eq(webhooks.id, victim.id));
  const params = { id: victim.id };
  const { id } = await developer.call(testWebhook, { params, body: {} });
  await waitFor('the attempt', async () => {
    const [delivery] = await db.select().from(webhookDeliveries).where(eq(webhookDeliveries.id, id));
    expect(delivery?.attemptCount).toBe(1);
  });
  const [made] = await db.select().from(webhookAttempts).where(eq(webhookAttempts.deliveryId, id));
  return { error: made?.error, statusCode: made?.statusCode, response: made?.response };
};

const notAllowed = { error: 'address_not_allowed', statusCode: null, response: null };

test.each(literals)('https://%s is refused at saving and at the attempt', async (host) => {
  const url = `https://${host}/hook`;
  expect(await refusalOf(url)).toEqual({ status: 422, fields: { url: says.urlNotPublic } });
  expect(await attempt(url)).toEqual(notAllowed);
});

test.each(hidden)(
  'a name that leads to %s is refused, alone and beside a public address',
  async (address) => {
    const name = `n${hidden.indexOf(address)}.example`;
    for (const found of [[address], [publicAddress, address]]) {
      answers.set(name, found);
      expect(await refusalOf(`https://${name}/hook`)).toEqual({
        ...{ status: 422, fields: { url: says.urlNotPublic } },
      });
    }
  },
);

test.each(hidden)(
  'a name that led elsewhere when it was saved does not lead to %s later',
  async (address) => {
    const name = `later${hidden.indexOf(address)}.example`;
    answers.set(name, [publicAddress]);
    const { id } = await save(`https://${name}/hook`);
    await app.deps.db.update(webhooks).set({ deletedAt: app.now() }).where(eq(webhooks.id, id));
    answers.set(name, [address]);
    expect(await attempt(`https://${name}/hook`)).toEqual(notAllowed);
  },
);

test.each(others)('%j is refused with its reason', async (url, message) => {
  const { status, fields } = await refusalOf(url);
  expect(status).toBe(422);
  const expected = url.includes('\0') ? expect.stringContaining('character') : message;
  expect(fields).toEqual({ url: expected });
  if (message !== says.urlNotResolved && !url.includes('\0')) expect(await attempt(url)).toEqual(notAllowed);
});

test('each attempt asks anew, and the connection goes to an address that was asked for once', async () => {
  const questions = () => dns.questions.filter((name) => name === 'once.example').length;
  answers.set('once.example', [publicAddress]);
  const { url } = await save('https://once.example/hook');
  const before = questions();
  answers.set('once.example', ['127.0.0.1']);
  for (let turn = 0; turn < 2; turn += 1) expect(await attempt(url)).toEqual(notAllowed);
  // One question for each family of addresses.
  expect(questions() - before).toBe(4);
});

test('WEBHOOK_NETWORKS lets a private network in, and no other', async () => {
  const inside = await startTestApp({
    env: { ...productionSettings, WEBHOOK_DNS: dns.address, WEBHOOK_NETWORKS: '10.20.0.0/16, fd12::/16' },
  });
  const { call } = await inside.verifiedUser();
  const create = (name: string, address: string) => {
    answers.set(name, [address]);
    return call(createWebhook, { body: { url: `https://${name}/`, environment: 'SANDBOX' } });
  };
  await create('in.example', '10.20.30.40');
  await create('in6.example', 'fd12::1');
  expect((await failureOf(create('out.example', '10.21.0.1'))).fields).toEqual({ url: says.urlNotPublic });
  await inside.stop();
});
