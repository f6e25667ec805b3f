// A misspelt name sets nothing, so the portal starts and says which one was probably meant.
import { expect, test } from 'vitest';
import { featureSettings } from '../../app/feature-settings.ts';
import { readConfig } from './config.ts';

const warningsFor = (...names: string[]) =>
  readConfig(Object.fromEntries(names.map((name) => [name, 'secret-value'])), featureSettings).warnings;

test.each([
  ['METRIC_TOKEN', 'METRICS_TOKEN'],
  ['DATABSE_URL', 'DATABASE_URL'],
  ['SMPT_URL', 'SMTP_URL'],
  ['PUBLICURL', 'PUBLIC_URL'],
  ['GITHUB_CLIENTID', 'GITHUB_CLIENT_ID'],
  ['LEAK_POLICY_SANDBX', 'LEAK_POLICY_SANDBOX'],
  ['TOKEN_PEPPER_FLIE', 'TOKEN_PEPPER_FILE'],
  ['KEEP_ACTIVITES_DAYS', 'KEEP_ACTIVITIES_DAYS'],
  ['PROT', 'PORT'],
])('%s is one line that names %s', (name, meant) => {
  expect(warningsFor(name)).toEqual([`${name} is not a setting of the portal: did you mean ${meant}?`]);
});

test('a name with a beginning of ours is one line, too, and no line has a value', () => {
  const warnings = warningsFor('REDIS_SENTINEL_HOSTS', 'FAUCET_AMOUNT_PER_DAY');
  expect(warnings).toEqual([
    'REDIS_SENTINEL_HOSTS is not a setting of the portal, and nothing reads it',
    'FAUCET_AMOUNT_PER_DAY is not a setting of the portal, and nothing reads it',
  ]);
  expect(warnings.join()).not.toContain('secret-value');
});

test('what other programs and platforms set is none of ours', () => {
  const others = [
    ...[
      'HOME',
      'PATH',
      'HOSTNAME',
      'TZ',
      'TERM',
      'USER',
      'LANG',
      'PWD',
      'SHLVL',
      'LS_COLORS',
      'CI',
      'POD_IP',
    ],
    ...['NODE_OPTIONS', 'NODE_EXTRA_CA_CERTS', 'NODE_COMPILE_CACHE', 'OTEL_SERVICE_NAME', 'LOGNAME'],
    ...['GITHUB_TOKEN', 'GITHUB_SHA', 'GOOGLE_APPLICATION_CREDENTIALS', 'PGPASSWORD', 'PGHOST', 'PGPORT'],
    ...['REDIS_SERVICE_HOST', 'REDIS_SERVICE_PORT_HTTP', 'REDIS_PORT', 'REDIS_PORT_6379_TCP_ADDR'],
    ...['NOTIFY_SOCKET', 'WATCHDOG_USEC', 'INVOCATION_ID', 'MAIL', 'MAILTO', 'LISTEN_FDS'],
  ];
  expect(warningsFor(...others)).toEqual([]);
});

test('there is a line for twenty of them at most', () => {
  const names = Array.from({ length: 100 }, (_, index) => `FAUCET_${index}`);
  expect(warningsFor(...names)).toHaveLength(20);
});
