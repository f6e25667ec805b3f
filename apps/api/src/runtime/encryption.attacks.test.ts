// What passes over a network, and who on it could read along.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '@ballast/harness/portal';
import { expect, test } from 'vitest';
import { productionSettings } from '../../testing/production-settings.ts';
import { readConfig } from './config.ts';

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
  expect(tls({ SMTP_URL: 'smtp://127.0.0.1:25', SMTP_TLS: 'required' })).toBe('required');
  expect(tls({ SMTP_URL: 'smtp://mailpit:1025', SMTP_TLS: 'off' })).toBe('off');
  expect(() => tls({ SMTP_URL: 'smtps://mail.example', SMTP_TLS: 'off' })).toThrow(/SMTP_TLS off needs/);
  for (const weaker of ['ignoreTLS=true', 'requireTLS=false', 'tls.rejectUnauthorized=false', 'secure=false'])
    expect(() => tls({ SMTP_URL: `smtp://mail.example?${weaker}` })).toThrow(/set SMTP_TLS/);
});

test('row 22: the composition publishes nothing beyond this machine', () => {
  const compose = readFileSync(join(root, 'deploy/compose.yaml'), 'utf8');
  const published = [...compose.matchAll(/^ +- "([\d.:]+)"$/gm)].map(([, ports]) => ports);
  expect(published).toHaveLength(3);
  for (const ports of published) expect(ports).toMatch(/^127\.0\.0\.1:/);
});
