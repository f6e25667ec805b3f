// Where Redis is, as an operator writes it.
import { expect, test } from 'vitest';
import { productionSettings } from '../../../testing/production-settings.ts';
import { readConfig } from './config.ts';
import { readRedisUrl } from './redis-url.ts';

test('one server, sentinels and a cluster are named by one line', () => {
  expect(readRedisUrl('rediss://u:p%40ss@redis.internal:6380/1')).toMatchObject({
    kind: 'single',
    nodes: [{ host: 'redis.internal', port: 6380 }],
    tls: true,
  });
  expect(readRedisUrl('redis+sentinel://:p%3Aw@a,b:26380,[::1]:1/limits/2?sentinelPassword=s')).toEqual({
    kind: 'sentinel',
    name: 'limits',
    db: 2,
    nodes: [
      { host: 'a', port: 26379 },
      { host: 'b', port: 26380 },
      { host: '::1', port: 1 },
    ],
    username: undefined,
    password: 'p:w',
    sentinelPassword: 's',
    tls: false,
  });
  expect(readRedisUrl('rediss+cluster://a:7000,b')).toMatchObject({
    kind: 'cluster',
    nodes: [
      { host: 'a', port: 7000 },
      { host: 'b', port: 6379 },
    ],
    tls: true,
  });
});

test('what names no Redis is refused, without its password in the line', () => {
  for (const REDIS_URL of [
    'http://redis',
    'redis://a,b',
    'redis+sentinel://a,b',
    'redis+sentinel://a/limits/x',
    'redis+cluster://a/1',
    'redis+cluster://a,,b',
    'redis+cluster://a:0',
    'redis+cluster://:secret%@a',
  ]) {
    expect(() => readConfig({ REDIS_URL })).toThrow(
      /^Configuration: REDIS_URL must be a redis:\/\/ or (?!.*secret)/,
    );
  }
});

test('in production all of them encrypt, unless every address is on this machine', () => {
  const start = (REDIS_URL: string) => readConfig({ ...productionSettings, REDIS_URL }).redisUrl;
  for (const url of ['redis+sentinel://127.0.0.1,10.0.0.5/limits', 'redis+cluster://redis-1,127.0.0.1'])
    expect(() => start(url)).toThrow(/REDIS_URL must encrypt/);
  for (const url of [
    'rediss+sentinel://a,b/limits',
    'rediss+cluster://a',
    'redis+cluster://127.0.0.1:1,[::1]:2',
  ])
    expect(start(url)).toBe(url);
});
