// Starting and stopping, as an operator sees it.
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { logIn, signUp } from '@ballast/contract/auth/auth';
import { createClient } from '@ballast/contract/http/client';
import { freePort } from '@ballast/harness/free-port';
import { runPortal, startPortal } from '@ballast/harness/portal';
import { waitFor } from '@ballast/harness/wait-for';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { databaseVariables, inWholeScope } from '../../../testing/databases/database.ts';
import { productionSettings } from '../../../testing/production-settings.ts';
import { startTraceCollector } from '../../../testing/servers/trace-collector.ts';
import { password } from '../../../testing/test-app.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ballast-main-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const expectProblem = async (env: Record<string, string>, line: RegExp) => {
  const { output, exit } = runPortal({ DATA_DIR: join(folder, 'unused'), ...env });
  expect(await exit).toBe(1);
  expect(output.stderr.trim().split('\n')).toHaveLength(1);
  expect(output.stderr).toMatch(line);
};

test('it prints the addresses, keeps its data over a restart, and stops on SIGTERM with code 0', async () => {
  const env = { DATA_DIR: join(folder, 'kept'), ...(await databaseVariables()) };
  const email = 'mara@northwind.dev';
  const first = await startPortal(env);
  await waitFor('the addresses to be printed', () => {
    expect(first.output.stdout).toContain(`Portal         http://localhost:${first.port}`);
    expect(first.output.stdout).toContain(`Dev mailbox    http://localhost:${first.port}/dev/mailbox`);
  });
  await createClient({ portalUrl: first.url })(signUp, {
    body: { email, password, fullName: 'Mara', authMethod: 'EMAIL' },
  });
  const session = await createClient({ portalUrl: first.url })(logIn, { body: { email, password } });
  expect(await first.stop()).toBe(0);

  const second = await startPortal({ ...env, PORT: first.port });
  const profile = await fetch(`${second.url}/api/users/profile`, {
    headers: { authorization: `Bearer ${session.session?.access_token}` },
  });
  expect(await profile.json()).toMatchObject({ email });
  expect(await second.stop()).toBe(0);
});

test('generated secrets are readable by their owner alone', async () => {
  const dataDir = join(folder, 'kept');
  expect(await readdir(dataDir)).toContain('secrets.json');
  expect((await stat(join(dataDir, 'secrets.json'))).mode & 0o777).toBe(0o600);
});

test('a taken port is one clear line', async () => {
  const port = await freePort();
  const holder = createServer().listen(port, '127.0.0.1');
  await expectProblem(
    { PORT: String(port), ...(await databaseVariables()) },
    new RegExp(`^Port ${port} is taken`),
  );
  holder.close();
});

test('a data folder that cannot be written is one clear line', async () => {
  const file = join(folder, 'a-file');
  await writeFile(file, '');
  await expectProblem({ DATA_DIR: join(file, 'data') }, /^The data folder .* is not writable/);
});

test('a second process on the same embedded database is one clear line, and the first goes on', async () => {
  const env = { DATA_DIR: join(folder, 'shared') };
  const first = await startPortal(env);
  await expectProblem({ ...env, PORT: String(await freePort()) }, /is in use by another process/);
  await waitFor('the first to be ready', async () =>
    expect((await fetch(`${first.url}/ready`)).status).toBe(200),
  );
  await first.stop();
});

const problems: [Record<string, string>, RegExp][] = [
  [{ DATABASE_URL: 'postgres://x:y@127.0.0.1:1/z' }, /^The database cannot be reached: check DATABASE_URL/],
  [
    { TRUST_PROXY: 'yes', LOG_LEVEL: 'loud' },
    /TRUST_PROXY must be on, off, a number of proxies .*; LOG_LEVEL must be/,
  ],
  [
    { NODE_ENV: 'production' },
    /^Configuration: production needs PUBLIC_URL, DATABASE_URL, SMTP_URL, MAIL_FROM, SIGNING_KEY, TOKEN_PEPPER, KEY_ENCRYPTION_KEYS/,
  ],
  [{ PORT: 'many' }, /^Configuration: PORT must be a port number/],
  [{ PUBLIC_URL: 'portal' }, /^Configuration: PUBLIC_URL must be an http or https address/],
  [{ DATABASE_URL: 'mysql://x' }, /^Configuration: DATABASE_URL must be a postgres:\/\/ address/],
  [
    { TRUST_PROXY: '10.0.0.0/8, 0.0.0.0/0' },
    /^Configuration: TRUST_PROXY must be on, off, a number of proxies/,
  ],
  [{ GITHUB_CLIENT_ID: 'a' }, /^Configuration: GITHUB_CLIENT_ID needs GITHUB_CLIENT_SECRET/],
  [{ GOOGLE_CLIENT_SECRET: 'a' }, /^Configuration: GOOGLE_CLIENT_SECRET needs GOOGLE_CLIENT_ID/],
  [{ GOOGLE_ISSUER: 'http://issuer.example' }, /^Configuration: GOOGLE_ISSUER must be an https address/],
  [
    { FAUCET_RPC_URL: 'http://127.0.0.1:8545' },
    /^Configuration: FAUCET_RPC_URL needs FAUCET_TOKEN_ADDRESS and FAUCET_PRIVATE_KEY/,
  ],
  [
    { FAUCET_TOKEN_ADDRESS: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD' },
    /^Configuration: FAUCET_TOKEN_ADDRESS must be an address with a right checksum/,
  ],
  [{ FAUCET_PRIVATE_KEY: 'f'.repeat(64) }, /^Configuration: FAUCET_PRIVATE_KEY must be a private key/],
  [{ FAUCET_PRIVATE_KEY: `0x${'f'.repeat(64)}` }, /^Configuration: FAUCET_PRIVATE_KEY must be a private key/],
  [
    { NODE_ENV: 'production', DATABASE_URL: '' },
    /KEY_ENCRYPTION_KEYS \(DATABASE_URL=embedded chooses the embedded database\)$/m,
  ],
  [{ SMTP_URL: 'mail.internal' }, /^Configuration: SMTP_URL must be an smtp:\/\/ or smtps:\/\/ address$/m],
  [{ GOOGLE_ISSUER: 'nope' }, /^Configuration: GOOGLE_ISSUER must be an http or https address$/m],
  [{ HOST: 'not a host' }, /^Configuration: HOST must be an address or a name of this machine/],
  [{ HOST: 'nobody.localhost.invalid' }, /^Configuration: HOST nobody\.localhost\.invalid can be reached/],
  [
    { TIMEOUTS_MS: 'database_statement=1' },
    /^Configuration: TIMEOUTS_MS database_statement must be at least 50$/m,
  ],
  [{ LEAK_REPORT_KEYS_FILE: '/nope' }, /^Configuration: LEAK_REPORT_KEYS_FILE cannot be read \(ENOENT\)/],
  [{ METRICS_TOKEN: 'short' }, /^Configuration: METRICS_TOKEN must be at least 16 characters/],
];
// Each starts a process, and all of them end it in the same way.
const tried = inWholeScope() ? problems : problems.slice(0, 3);

test.concurrent.each(tried)('the variables %j are one clear line', async (env, line) => {
  await expectProblem({ PORT: String(await freePort()), ...env }, line);
});

test.runIf(inWholeScope())('a HOST of another machine is one clear line that names HOST', async () => {
  for (const HOST of ['192.0.2.1', 'nobody.invalid'])
    await expectProblem(
      {
        ...productionSettings,
        PORT: String(await freePort()),
        DATA_DIR: join(folder, 'elsewhere'),
        DRAIN_SECONDS: '0',
        HOST,
      },
      new RegExp(`^HOST must be an address or a name of this machine, and ${HOST} is none$`, 'm'),
    );
});

test('a misspelt variable is one line of the log, and the portal starts', async () => {
  const portal = await startPortal({
    DATA_DIR: join(folder, 'misspelt'),
    METRIC_TOKEN: 'a value that stays unsaid',
    LOG_LEVEL: 'warn',
  });
  await portal.stop();
  const output = portal.output.stdout + portal.output.stderr;
  expect(output.split('METRIC_TOKEN is not a setting of the portal')).toHaveLength(2);
  expect(output).toContain('did you mean METRICS_TOKEN?');
  expect(output).not.toContain('stays unsaid');
});

// What Node warns of and a library prints, when it is told to.
const speaksOnSignal = `data:text/javascript,${encodeURIComponent(`
  process.on('SIGUSR2', () => {
    process.emitWarning('this is old', 'DeprecationWarning', 'DEP0999');
    console.warn('a library speaks to mara@northwind.dev');
  });`)}`;

test('in production there is no dev mailbox and no dev provider, and whatever is written is a line of JSON', async () => {
  const collector = await startTraceCollector();
  const { privateKey } = (await import('node:crypto')).generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const env = {
    NODE_ENV: 'production',
    DRAIN_SECONDS: '0',
    DATA_DIR: join(folder, 'production'),
    PUBLIC_URL: 'https://portal.example',
    DATABASE_URL: 'embedded',
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'no-reply@portal.example',
    SIGNING_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString().replaceAll('\n', '\\n'),
    TOKEN_PEPPER: 'x'.repeat(32),
    KEY_ENCRYPTION_KEYS: `one:${'A'.repeat(43)}=`,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
    ...(await databaseVariables()),
  };
  const server = await startPortal(env, ['--import', speaksOnSignal]);
  for (const path of [
    'mailbox.json',
    'github/login/oauth/authorize',
    'google/authorize',
    'github/style.css',
  ]) {
    expect((await fetch(`${server.url}/dev/${path}`)).status).toBe(404);
  }
  expect((await fetch(`${server.url}/health`)).headers.get('strict-transport-security')).toContain('max-age');
  expect(await readdir(join(folder, 'production'))).not.toContain('secrets.json');
  server.child.kill('SIGUSR2');
  await waitFor('what Node and a library say to be logged', () => {
    expect(server.output.stdout).toContain('"warning":"DeprecationWarning"');
    expect(server.output.stdout).toContain('"console":"a library speaks to […]"');
  });
  await server.stop();
  const lines = server.output.stdout.trim().split('\n');
  expect(lines.map((line) => JSON.parse(line).msg)).toContain('Ballast is ready');
  expect(server.output.stderr).toBe('');
  // What the built server has seen reaches the collector before the process ends.
  expect(collector.spans().map(({ name }) => name)).toContain('GET /health');
  collector.stop();
});
