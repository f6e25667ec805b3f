// A real nginx makes the way in that deploy/proxy-tls.conf describes.
import { once } from 'node:events';
import { request } from 'node:https';
import { json } from 'node:stream/consumers';
import { connect, type SecureVersion } from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTlsProxy } from '../../testing/nginx.ts';
import { useTestApp } from '../../testing/test-app.ts';

const app = useTestApp({ env: { TRUST_PROXY: '1' } });
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
