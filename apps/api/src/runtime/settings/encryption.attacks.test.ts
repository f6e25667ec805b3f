// What passes over a network, and who on it could read along.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '@ballast/harness/portal';
import { expect, test } from 'vitest';
import { productionSettings } from '../../../testing/production-settings.ts';
import { isBehindUnknownProxy, readConfig } from './config.ts';

test('row 22: production has an https address, but on this machine', () => {
  const at = (PUBLIC_URL: string) => () => readConfig({ ...productionSettings, PUBLIC_URL });
  expect(at('http://portal.example')).toThrow(/^Configuration: PUBLIC_URL must be an https address/);
  expect(at('http://10.0.0.5')).toThrow(/^Configuration: PUBLIC_URL must be an https address/);
  expect(at('http://localhost:8080')().publicUrl).toBe('http://localhost:8080');
  expect(at('https://portal.example')().publicUrl).toBe('https://portal.example');
});

test('row 22: a mail server elsewhere must encrypt, unless the operator says otherwise', () => {
  const tls = (env: Record<string, string>) => readConfig({ ...productionSettings, ...env }).smtp?.tls;
  expect(tls({ SMTP_URL: 'smtp://mail.example:587' })).toBe('required');
  expect(tls({ SMTP_URL: 'smtp://10.0.0.5' })).toBe('required');
  expect(tls({ SMTP_URL: 'smtp://127.0.0.1:25' })).toBe('if offered');
  expect(tls({ SMTP_URL: 'smtp://127.0.0.1:25', TLS: 'smtp=required' })).toBe('required');
  expect(tls({ SMTP_URL: 'smtp://mailpit:1025', TLS: 'smtp=off' })).toBe('off');
  expect(() => tls({ SMTP_URL: 'smtps://mail.example', TLS: 'smtp=off' })).toThrow(/smtp=off in TLS needs/);
  for (const weaker of ['ignoreTLS=true', 'requireTLS=false', 'tls.rejectUnauthorized=false', 'secure=false'])
    expect(() => tls({ SMTP_URL: `smtp://mail.example?${weaker}` })).toThrow(/smtp=off into TLS/);
});

test.each([
  'postgres://a:b@db.example/portal',
  'postgres://a:b@10.0.0.5:5432/portal',
  'postgres://a:b@db.example/portal?sslmode=disable',
  'postgres://a:b@db.example/portal?sslmode=no-verify',
  'postgres://a:b@db.example/portal?sslmode=require&uselibpqcompat=true',
  'postgres://a:b@localhost/portal?host=db.example',
])('row 22: production does not send what it stores over %s', (DATABASE_URL) => {
  const start = (env = {}) => readConfig({ ...productionSettings, DATABASE_URL, ...env });
  expect(() => start()).toThrow(
    /^Configuration: DATABASE_URL must encrypt: .*sslmode=verify-full.*TLS=database=off/,
  );
  expect(start({ TLS: 'database=off' }).databaseUrl).toBe(DATABASE_URL);
  expect(start({ NODE_ENV: 'development', PUBLIC_URL: '' }).databaseUrl).toBe(DATABASE_URL);
});

test.each([
  'postgres://a:b@db.example/portal?sslmode=verify-full',
  'postgres://a:b@db.example/portal?sslmode=require',
  'postgres://a:b@db.example/portal?ssl=true',
  'postgres://a:b@127.0.0.1/portal',
  'postgresql://a:b@[::1]/portal',
  'postgres://a:b@%2Frun%2Fpostgresql/portal',
  'postgres://a:b@x/portal?host=/run/postgresql',
])('row 22: production takes %s', (DATABASE_URL) => {
  expect(readConfig({ ...productionSettings, DATABASE_URL }).databaseUrl).toBe(DATABASE_URL);
});

test('row 22: production shares its limits over an encrypted connection, unless the operator says otherwise', () => {
  const start = (env: Record<string, string>) => readConfig({ ...productionSettings, ...env }).redisUrl;
  for (const REDIS_URL of ['redis://redis:6379', 'redis://10.0.0.5']) {
    expect(() => start({ REDIS_URL })).toThrow(
      /^Configuration: REDIS_URL must encrypt: .*rediss:.*TLS=redis=off/,
    );
    expect(start({ REDIS_URL, TLS: 'redis=off' })).toBe(REDIS_URL);
  }
  for (const REDIS_URL of ['rediss://redis.example', 'redis://localhost:6379', 'redis://127.0.0.1'])
    expect(start({ REDIS_URL })).toBe(REDIS_URL);
});

test('row 22: the composition starts by its own file', () => {
  const compose = readFileSync(join(root, 'deploy/compose.yaml'), 'utf8');
  const setting = (name: string) => new RegExp(`^ +${name}: "?([^"\\n]+)"?$`, 'm').exec(compose)?.[1] ?? '';
  const names = ['DATABASE_URL', 'REDIS_URL', 'SMTP_URL', 'TLS', 'TRUST_PROXY'];
  const env = Object.fromEntries(names.map((name) => [name, setting(name).replace(/\$\{[^}]*\}/, 'secret')]));
  const config = readConfig({ ...productionSettings, ...env });
  expect(config.databaseUrl).toBe('postgres://ballast_serving:secret@postgres:5432/ballast');
  expect(isBehindUnknownProxy(config)).toBe(false);
});

test('row 7: a proxy that ends TLS and is not named is told of at start', () => {
  const warns = (env: Record<string, string>) =>
    isBehindUnknownProxy(readConfig({ ...productionSettings, ...env }));
  expect(warns({})).toBe(true);
  expect(warns({ TRUST_PROXY: 'on' })).toBe(false);
  expect(warns({ PUBLIC_URL: 'http://localhost:8080' })).toBe(false);
});

test('row 22: the composition publishes nothing beyond this machine', () => {
  const compose = readFileSync(join(root, 'deploy/compose.yaml'), 'utf8');
  const published = [...compose.matchAll(/^ +- "([\d.:]+)"$/gm)].map(([, ports]) => ports);
  expect(published).toHaveLength(3);
  for (const ports of published) expect(ports).toMatch(/^127\.0\.0\.1:/);
});
