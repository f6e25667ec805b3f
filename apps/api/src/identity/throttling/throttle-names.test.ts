// What somebody learns who can read the Redis that several portals count in.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { forgotPassword, logIn } from '@ballast/contract/auth/auth';
import { costNames } from '@ballast/contract/http/costs';
import { startRedis } from '@ballast/harness/redis';
import { Redis } from 'ioredis';
import { expect, test } from 'vitest';
import { failureOf, newAddress, startTestApp } from '../../../testing/test-app.ts';

test('the names of counts in Redis tell neither mail addresses nor networks, and still count', async () => {
  const redis = await startRedis();
  const reader = new Redis(redis.url);
  const app = await startTestApp({ env: { REDIS_URL: redis.url } });
  try {
    const email = newAddress('victim');
    const body = { email, password: 'Wrong-pass1!' };
    for (let i = 0; i < 10; i += 1)
      expect((await failureOf(app.call(logIn, { body }))).code).toBe('invalid_credentials');
    expect((await failureOf(app.call(logIn, { body }))).status).toBe(429);
    await app.call(forgotPassword, { body: { email } });
    const names = (await reader.keys('*')).join('\n');
    expect(names).toContain('signInPerAccount');
    expect(names).not.toMatch(/northwind|victim|127\.0\.0\.1|@/);
  } finally {
    await app.stop();
    reader.disconnect();
    await redis.stop();
  }
});

test('no two limits have one name, which would make them share a count', () => {
  const src = join(import.meta.dirname, '../..');
  const names = globSync('**/*.ts', { cwd: src })
    .map((file) => readFileSync(join(src, file), 'utf8'))
    .flatMap((text) => [...text.matchAll(/= (?:throttle|networkThrottle)\(\s*'(\w+)'/g)])
    .map(([, name]) => name);
  const all = [...names, ...costNames, ...costNames.map((name) => `${name}OfTokens`)];
  expect(names.length).toBeGreaterThan(30);
  expect(all.filter((name, index) => all.indexOf(name) !== index)).toEqual([]);
});
