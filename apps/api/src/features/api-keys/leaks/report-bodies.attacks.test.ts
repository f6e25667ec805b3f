// The body of a leak report may be large. A stranger who sends many of them must not fill the portal's memory.
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { newSigner, publicKeysOf, sendReport } from '../../../../testing/servers/leak-sender.ts';
import { type TestApp, useTestApp } from '../../../../testing/test-app.ts';

const folder = mkdtempSync(join(tmpdir(), 'ballast-leaks-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const keysFile = join(folder, 'keys.json');
const signer = newSigner('scanner');
writeFileSync(keysFile, publicKeysOf(signer));
const app = useTestApp({ env: { LEAK_REPORT_KEYS_FILE: keysFile, TRUST_PROXY: '1' } });
const appWithoutKeys = useTestApp();

const begun: ClientRequest[] = [];
afterEach(() => {
  for (const call of begun.splice(0)) call.destroy();
});

// The headers of a large report; the body never comes.
const begin = (portal: TestApp, headers: Record<string, string>) => {
  const call = request(`${portal.url}/v1/leak-reports`, {
    method: 'POST',
    headers: { 'content-length': String(1024 * 1024), ...headers },
  });
  call.on('error', () => {});
  call.write('[');
  begun.push(call);
  return call;
};

const answerOf = async (call: ClientRequest) => {
  const [answer] = (await once(call, 'response')) as [IncomingMessage];
  return answer;
};

const statusOf = async (call: ClientRequest) => (await answerOf(call)).statusCode;

test('a report that nobody signed is refused before its body is read', async () => {
  const signed = signer.headersFor('[]');
  const { 'github-public-key-signature': _, ...unsigned } = signed;
  for (const headers of [{}, unsigned, newSigner('nobody').headersFor('[]')])
    expect(await statusOf(begin(app(), headers))).toBe(401);
});

test('a portal that takes no reports refuses each before its body is read', async () => {
  expect(await statusOf(begin(appWithoutKeys(), signer.headersFor('[]')))).toBe(503);
});

const from = (address: string) => ({ ...signer.headersFor('[]'), 'x-forwarded-for': address });
const whole = (address: string) => sendReport(app().url, '[]', from(address));
const becomes = (address: string, status: number) =>
  expect.poll(async () => (await whole(address)).status, { timeout: 60_000 }).toBe(status);

test('only a few reports are read at once, and no network takes the places of all others', async () => {
  for (let i = 0; i < 4; i += 1) begin(app(), from('192.0.2.1'));
  await becomes('192.0.2.1', 503);
  expect((await whole('192.0.2.1')).headers.get('retry-after')).toBe('5');
  expect((await whole('192.0.2.2')).status).toBe(200);

  for (let i = 0; i < 28; i += 1) begin(app(), from(`198.51.100.${i}`));
  await becomes('192.0.2.2', 503);

  for (const call of begun.splice(0)) call.destroy();
  await becomes('192.0.2.1', 200);
});

test('no site of many networks takes the places of all others', async () => {
  for (let network = 0; network < 8; network += 1)
    for (let i = 1; i <= 4; i += 1) begin(app(), from(`2001:db8:7:${network}::${i}`));
  await becomes('2001:db8:7:ffff::1', 503);
  expect((await whole('2001:db8:8::1')).status).toBe(200);
  expect((await whole('192.0.2.3')).status).toBe(200);

  for (const call of begun.splice(0)) call.destroy();
  await becomes('2001:db8:7:ffff::1', 200);
});

test('a report that does not arrive within seconds gives its place to another', async () => {
  const slow = [1, 2, 3, 4].map(() => begin(app(), from('192.0.2.5')));
  await becomes('192.0.2.5', 503);
  const answered = Promise.all(slow.map(answerOf));
  app().skipSeconds(6);
  for (const { statusCode, headers } of await answered) {
    expect(statusCode).toBe(408);
    expect(headers).toMatchObject({ 'retry-after': '5', connection: 'close' });
  }
  await becomes('192.0.2.5', 200);
});
