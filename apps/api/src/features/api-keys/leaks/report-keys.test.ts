// The public keys come from the service's address, are kept for a while, and are asked for once a minute at most.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newSigner, publicKeysOf, sendReport } from '../../../../testing/servers/leak-sender.ts';
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts';

const [first, second] = [newSigner('first'), newSigner('second')];
let requests = 0;
let answer = { status: 200, body: publicKeysOf(first) };
const service = createServer((_, response) => {
  requests += 1;
  response.writeHead(answer.status).end(answer.body);
});
let app: TestApp;

beforeAll(async () => {
  await new Promise<void>((done) => service.listen(0, '127.0.0.1', done));
  const { port } = service.address() as AddressInfo;
  app = await startTestApp({ env: { LEAK_REPORT_KEYS_URL: `http://127.0.0.1:${port}/keys` } });
});
afterAll(async () => {
  await app?.stop();
  service.close();
});

const statusOf = async (signer: typeof first) =>
  (await sendReport(app.url, '[]', signer.headersFor('[]'))).status;

test('keys are kept; an unknown one is asked for once a minute; a withdrawn one ends within the hour', async () => {
  expect(await Promise.all([statusOf(first), statusOf(first)])).toEqual([200, 200]);
  expect(requests).toBe(1);
  answer = { status: 200, body: publicKeysOf(first, second) };
  expect(await statusOf(second)).toBe(401);
  expect(requests).toBe(1);
  app.skipSeconds(60);
  expect(await Promise.all([statusOf(second), statusOf(second)])).toEqual([200, 200]);
  for (let i = 0; i < 5; i += 1) expect(await statusOf(newSigner(`unknown ${i}`))).toBe(401);
  expect(requests).toBe(2);
  answer = { status: 200, body: publicKeysOf(second) };
  app.skipSeconds(3600);
  expect(await statusOf(first)).toBe(401);
  expect(requests).toBe(3);
});

test('while the service gives no keys, reports are to come again', async () => {
  for (const wrong of [
    { status: 500, body: '' },
    { status: 200, body: 'nonsense' },
    { status: 200, body: `{"public_keys":[],"more":"${'x'.repeat(600_000)}"}` },
  ]) {
    answer = wrong;
    app.skipSeconds(3600);
    expect(await statusOf(second)).toBe(503);
  }
  answer = { status: 200, body: publicKeysOf(second) };
  app.skipSeconds(60);
  expect(await statusOf(second)).toBe(200);
});

test('a portal that was told of no service takes no report', async () => {
  const closed = await startTestApp();
  try {
    const refusal = await sendReport(closed.url, '[]', first.headersFor('[]'));
    expect(refusal.status).toBe(503);
    expect(await refusal.json()).toMatchObject({
      message: 'This portal knows no service whose reports it could take.',
    });
  } finally {
    await closed.stop();
  }
});
