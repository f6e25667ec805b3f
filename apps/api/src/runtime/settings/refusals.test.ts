// Values that cannot work are refused at the start, in one line with the variable, the fault and what is allowed.
import { expect, test } from 'vitest';
import { productionSettings } from '../../../testing/production-settings.ts';
import { featureSettings } from '../../app/feature-settings.ts';
import { readConfig } from './config.ts';

const read = (env: Record<string, string>) => readConfig(env, featureSettings);

const sender = 'must be a mail address, or a name and one: Ballast <no-reply@portal.example>';
const origin = 'must be an address without path and query, such as https://portal.example';

test.each([
  ['SMTP_URL', 'mail.internal', 'must be an smtp:// or smtps:// address'],
  ['GOOGLE_ISSUER', 'nope', 'must be an http or https address'],
  ['GITHUB_BASE_URL', 'nope', 'must be an http or https address'],
  ['BREACHED_PASSWORDS_URL', 'nope', 'must be an http or https address'],
  ['LEAK_REPORT_KEYS_URL', 'nope', 'must be an http or https address'],
  ['HOST', 'not a host', 'must be an address or a name of this machine, such as 127.0.0.1 or 0.0.0.0'],
  ['MAIL_FROM', 'nobody', sender],
  ['MAIL_FROM', 'Ballast <nobody>', sender],
  ['MAIL_FROM', 'a@x.example, b@x.example', sender],
  ['SUPPORT_EMAIL', 'x', 'must be a mail address, such as support@portal.example'],
  ['PUBLIC_URL', 'https://portal.example/sub/path', origin],
  ['PUBLIC_URL', 'https://portal.example?x=1', origin],
  ['PUBLIC_URL', 'https://portal.example/#a', origin],
  ['PUBLIC_URL', 'https://me@portal.example', origin],
  ['DRAIN_SECONDS', '100000', 'must be at most 600'],
  ['DATABASE_POOL_SIZE', '5000', 'must be at most 500'],
  ['DATABASE_WAIT_SECONDS', '100000', 'must be at most 3600'],
  ['PROCESSES', '500', 'must be at most 128'],
  ['PROCESSES', '0', 'must be auto or a whole number of at least 1'],
  ['TIMEOUTS_MS', 'database_statement=1', 'database_statement must be at least 50'],
  ['TIMEOUTS_MS', 'redis=99999999', 'redis must be at most 3600000'],
  ['KEEP_DAYS', 'activities=1000000', 'activities must be at most 36500'],
])('%s=%s', (name, value, fault) => {
  expect(() => read({ ...productionSettings, [name]: value })).toThrow(
    new Error(`Configuration: ${name} ${fault}`),
  );
});

test.each([
  ['MAIL_FROM', 'no-reply@portal.example'],
  ['MAIL_FROM', '"Ballast, Inc." <no-reply@portal.example>'],
  ['PUBLIC_URL', 'https://portal.example/'],
  ['PUBLIC_URL', 'https://portal.example:8443'],
  ['HOST', '::'],
  ['HOST', 'portal-1.internal'],
  ['PROCESSES', 'auto'],
])('%s=%s is taken', (name, value) => {
  const env = { ...productionSettings, DATABASE_URL: 'postgres://a@127.0.0.1/b', [name]: value };
  expect(read(env).warnings).toEqual([]);
});

test('production without a database hears of the embedded one', () => {
  const { DATABASE_URL: _, ...env } = { ...productionSettings, DATABASE_URL: '' };
  expect(() => read(env)).toThrow(
    new Error(
      'Configuration: production needs DATABASE_URL (DATABASE_URL=embedded chooses the embedded database)',
    ),
  );
});
