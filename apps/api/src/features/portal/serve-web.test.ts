import { brotliDecompressSync } from 'node:zlib';
import { screens } from '@ballast/contract/screens';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { growthOfWork, linearAtMost } from '../../../testing/growth-of-work.ts';
import { readConfig } from '../../runtime/settings/config.ts';
import { serveWeb } from './serve-web.ts';

const portal = Fastify();
await serveWeb(portal, readConfig({}));

const open = async (path: string, method: 'GET' | 'HEAD' = 'GET') => {
  const { statusCode, headers } = await portal.inject({ method, url: path });
  return [path, statusCode, headers['content-type']];
};
const page = 'text/html; charset=utf-8';

test('every screen has an address that answers 200, whatever follows it', async () => {
  const addresses = Object.values(screens).map(({ path }) => path);
  const paths = [...addresses, '/dashboard/', '/dashboard?env=production', '/dev/ui'];
  for (const path of [...paths, '/dashboard/keys/5b6d', '/verify-email?token=x'])
    expect(await open(path)).toEqual([path, 200, page]);
});

test('an unknown address gets the same page with the status 404', async () => {
  for (const path of ['/no/such/page', '/Dashboard', '/dashboard/nothing', '/auth/unknown', '/index.html'])
    expect(await open(path)).toEqual([path, 404, page]);
  expect(await open('/nowhere', 'HEAD')).toEqual(['/nowhere', 404, page]);
});

test('without a token for it there are no metrics', async () => {
  expect(await open('/metrics')).toEqual(['/metrics', 404, page]);
});

test('the page comes compressed to whoever can read it, and is the same', async () => {
  const ask = (encoding: string) => portal.inject({ url: '/auth', headers: { 'accept-encoding': encoding } });
  const [plain, brotli] = [await ask('identity'), await ask('gzip, deflate, br')];
  expect([plain.headers['content-encoding'], brotli.headers['content-encoding']]).toEqual([undefined, 'br']);
  expect((await ask('br;q=0, gzip; q=0.0')).headers['content-encoding']).toBeUndefined();
  expect((await ask('br;q=0, gzip;q=0.5')).headers['content-encoding']).toBe('gzip');
  expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(plain.body);
  expect(brotli.headers.vary).toBe('accept-encoding');
});

test('a path of many slashes takes no more work than its length', async () => {
  const growth = await growthOfWork((length) => open(`/${'/'.repeat(length)}x`), 16 * 1024);
  expect(growth).toBeLessThan(linearAtMost);
});
