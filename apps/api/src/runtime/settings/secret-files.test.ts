import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newSigningKey } from '@ballast/harness/portals';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { faucetSettings } from '../../features/faucet/settings.ts';
import { readConfig } from './config.ts';
import { settingsOf } from './declared.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ballast-secret-files-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const put = async (name: string, text: string) => {
  const file = join(folder, name);
  await writeFile(file, text);
  return file;
};

const pepper = 'a pepper of more than thirty-two characters';

test('secrets are read from the files that the variables name', async () => {
  const pem = newSigningKey().replaceAll('\\n', '\n');
  const config = readConfig(
    {
      TOKEN_PEPPER_FILE: await put('pepper', `${pepper}\n`),
      SIGNING_KEY_FILE: await put('signing-key', pem),
      KEY_ENCRYPTION_KEYS_FILE: await put(
        'encryption-keys',
        `one:${'A'.repeat(43)}=,two:${'B'.repeat(43)}=\n`,
      ),
      DATABASE_URL_FILE: await put('database', 'postgres://one:two@db:5432/three\n'),
      REDIS_URL_FILE: await put('redis', 'redis://:secret@redis:6379'),
      SMTP_URL_FILE: await put('smtp', 'smtp://user:password@mail:587\r\n'),
      GITHUB_CLIENT_ID: 'id',
      GITHUB_CLIENT_SECRET_FILE: await put('github', 'github-secret\n'),
      GOOGLE_CLIENT_ID: 'id',
      GOOGLE_CLIENT_SECRET_FILE: await put('google', 'google-secret\n'),
      METRICS_TOKEN_FILE: await put('metrics', 'metrics-of-the-tests\n'),
      FAUCET_RPC_URL: 'http://127.0.0.1:8545',
      FAUCET_TOKEN_ADDRESS: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      FAUCET_PRIVATE_KEY_FILE: await put('faucet', `0x${'1'.repeat(64)}\n`),
    },
    [faucetSettings],
  );
  expect(config).toMatchObject({
    secrets: {
      pepper: [{ value: pepper }],
      signing: [{ value: pem }],
      encryption: [{ id: 'one' }, { id: 'two' }],
    },
    databaseUrl: 'postgres://one:two@db:5432/three',
    redisUrl: 'redis://:secret@redis:6379',
    smtp: { url: 'smtp://user:password@mail:587' },
    providers: { github: { clientSecret: 'github-secret' }, google: { clientSecret: 'google-secret' } },
    metricsToken: 'metrics-of-the-tests',
  });
  expect(settingsOf(config, faucetSettings)).toMatchObject({ privateKey: `0x${'1'.repeat(64)}` });
});

test('a variable that is set twice and a file that cannot be read are one clear line, without what they hold', async () => {
  const file = await put('twice', pepper);
  expect(() => readConfig({ TOKEN_PEPPER: pepper, TOKEN_PEPPER_FILE: file })).toThrow(
    'Configuration: TOKEN_PEPPER and TOKEN_PEPPER_FILE are both set: remove one of them',
  );
  expect(() => readConfig({ SIGNING_KEY_FILE: join(folder, 'nothing') })).toThrow(
    'Configuration: SIGNING_KEY_FILE cannot be read (ENOENT)',
  );
  const empty = await put('empty', '\n');
  expect(() => readConfig({ SMTP_URL_FILE: empty })).toThrow(
    'Configuration: SMTP_URL_FILE names an empty file',
  );
  const short = await put('short', 'too-short');
  expect(() => readConfig({ TOKEN_PEPPER_FILE: short })).toThrow(
    /^Configuration: TOKEN_PEPPER must be at least 32 characters$/,
  );
});
