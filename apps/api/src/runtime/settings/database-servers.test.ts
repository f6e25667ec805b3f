import { expect, test } from 'vitest';
import { productionSettings } from '../../../testing/production-settings.ts';
import { readConfig } from './config.ts';
import { readDatabaseServers } from './database-servers.ts';

test.each([
  ['postgres://u:p@a:5432/db', ['postgres://u:p@a:5432/db'], 'any'],
  [
    'postgres://u:p@a:5432,b:5433/db?target_session_attrs=read-write&sslmode=verify-full',
    ['postgres://u:p@a:5432/db?sslmode=verify-full', 'postgres://u:p@b:5433/db?sslmode=verify-full'],
    'read-write',
  ],
  [
    'postgresql://u:p%40x@a,[::1]:5433/db',
    ['postgresql://u:p%40x@a/db', 'postgresql://u:p%40x@[::1]:5433/db'],
    'any',
  ],
  ['postgres://u:p@a/db?target_session_attrs=primary', ['postgres://u:p@a/db'], 'primary'],
  [
    'postgres://u:p@x/db?host=a,b&port=5432,5433',
    ['postgres://u:p@x/db?host=a&port=5432', 'postgres://u:p@x/db?host=b&port=5433'],
    'any',
  ],
  [
    'postgres://u:p@x/db?host=a,b&port=6000',
    ['postgres://u:p@x/db?host=a&port=6000', 'postgres://u:p@x/db?host=b&port=6000'],
    'any',
  ],
])('%s names its servers in their order', (url, urls, target) => {
  expect(readDatabaseServers(url)).toEqual({ urls, target });
});

test.each([
  ['mysql://a/db', /must be a postgres:\/\/ address, or embedded/],
  ['postgres://u:p@a:5432,b:nope/db', /must be a postgres:\/\/ address, or embedded/],
  [
    'postgres://u:p@a,b/db?target_session_attrs=standby',
    /any, read-write or primary as target_session_attrs/,
  ],
  ['postgres://u:p@x/db?host=a,b,c&port=1,2', /one port for all hosts, or one for each/],
])('%s is refused', (DATABASE_URL, fault) => {
  expect(() => readConfig({ DATABASE_URL })).toThrow(fault);
  expect(() => readConfig({ DATABASE_URL })).toThrow(/^Configuration: DATABASE_URL /);
});

test('production encrypts to each of several servers', () => {
  const start = (DATABASE_URL: string) => readConfig({ ...productionSettings, DATABASE_URL }).databaseUrl;
  expect(() => start('postgres://u:p@127.0.0.1,db.example/portal')).toThrow(/DATABASE_URL must encrypt/);
  expect(() => start('postgres://u:p@x/portal?host=127.0.0.1,db.example')).toThrow(
    /DATABASE_URL must encrypt/,
  );
  const checked = 'postgres://u:p@127.0.0.1,db.example/portal?sslmode=verify-full';
  expect(start(checked)).toBe(checked);
});
