// A real nginx makes the way in that deploy/proxy-tls.conf describes.
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { connect, type SecureVersion } from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newSigner, publicKeysOf, sendReport } from '../../../testing/servers/leak-sender.ts';
import { startProxy, startTlsProxy } from '../../../testing/servers/nginx.ts';
import { useTestApp } from '../../../testing/test-app.ts';

const folder = mkdtempSync(join(tmpdir(), 'ballast-leaks-'));
const keysFile = join(folder, 'keys.json');
const signer = newSigner('scanner');
writeFileSync(keysFile, publicKeysOf(signer));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const metricsToken = 'a-token-of-the-scraper';
const app = useTestApp({
  env: { TRUST_PROXY: '1', LEAK_REPORT_KEYS_FILE: keysFile, METRICS_TOKEN: metricsToken },
});
let proxy: Awaited<ReturnType<typeof startTlsProxy>>;
beforeAll(async () => {
  proxy = await startTlsProxy(new URL(app().url).host);
});
afterAll(() => proxy?.stop());

const shakeHands = async (versions: {
  minVersion?: SecureVersion;
  maxVersion?: SecureVersion;
  ciphers?: string;
}) => {
  const socket = connect({
    port: proxy.securePort,
    host: '127.0.0.1',
    ca: proxy.certificate,
    servername: 'localhost',
    ...versions,
  });
  try {
    await once(socket, 'secureConnect');
    return { protocol: socket.getProtocol(), cipher: socket.getCipher().name };
  } finally {
    socket.destroy();
  }
};

test('the newest TLS is chosen, 1.2 is the oldest, and no cipher without forward secrecy', async () => {
  expect((await shakeHands({})).protocol).toBe('TLSv1.3');
  expect((await shakeHands({ maxVersion: 'TLSv1.2' })).cipher).toMatch(/^ECDHE-ECDSA-.*(GCM|POLY1305)/);
  await expect(
    shakeHands({ minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'ALL:@SECLEVEL=0' }),
  ).rejects.toThrow();
  await expect(
    shakeHands({ maxVersion: 'TLSv1.2', ciphers: 'AES128-GCM-SHA256:AES256-SHA' }),
  ).rejects.toThrow();
});

test('the portal answers behind it', async () => {
  const options = {
    port: proxy.securePort,
    host: '127.0.0.1',
    ca: proxy.certificate,
    servername: 'localhost',
  };
  const call = request({ ...options, path: '/api/portal' }).end();
  const [response] = await once(call, 'response');
  expect(response.statusCode).toBe(200);
  expect(await json(response)).toMatchObject({ brandName: 'Ballast' });
});

test('nobody reads the metrics from outside, also not with the token', async () => {
  const headers = { authorization: `Bearer ${metricsToken}` };
  expect((await fetch(`${app().url}/metrics`, { headers })).status).toBe(200);
  const options = {
    port: proxy.securePort,
    host: '127.0.0.1',
    ca: proxy.certificate,
    servername: 'localhost',
  };
  for (const path of ['/metrics', '/metrics?x=1', '//metrics', '/%6detrics', '/docs/../metrics']) {
    const [response] = await once(request({ ...options, path, headers }).end(), 'response');
    response.resume();
    expect([path, response.statusCode]).toEqual([path, 404]);
  }
});

test('a page in the clear leads to https, a call in the clear is refused and not led on', async () => {
  const page = await fetch(`${proxy.plainUrl}/dashboard?env=production`, { redirect: 'manual' });
  expect([page.status, page.headers.get('location')]).toEqual([
    301,
    'https://127.0.0.1/dashboard?env=production',
  ]);
  for (const path of ['/api/portal', '/v1/key-check', '/metrics']) {
    const call = await fetch(`${proxy.plainUrl}${path}`, { redirect: 'manual' });
    expect([path, call.status, call.headers.get('location')]).toEqual([path, 403, null]);
    expect(await call.json()).toMatchObject({ code: 'https_needed' });
  }
});

const largeReport = `[${' '.repeat(900 * 1024)}]`;

test('a report of leaked keys passes with almost a megabyte, and no other call does', async () => {
  const send = async (path: string) => {
    const options = {
      method: 'POST',
      port: proxy.securePort,
      host: '127.0.0.1',
      ca: proxy.certificate,
      servername: 'localhost',
      headers: signer.headersFor(largeReport),
    };
    const call = request({ ...options, path }).end(largeReport);
    const [response] = await once(call, 'response');
    response.resume();
    return response.statusCode;
  };
  expect(await send('/v1/leak-reports')).toBe(200);
  expect(await send('/api/auth/login')).toBe(413);
});

test('the way in without TLS passes the same report', async () => {
  const plain = await startProxy([new URL(app().url).host]);
  try {
    const answer = await sendReport(plain.url, largeReport, signer.headersFor(largeReport));
    expect(answer.status).toBe(200);
  } finally {
    await plain.stop();
  }
});
