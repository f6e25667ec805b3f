import { defineConfig } from 'vitest/config';

// TEST_SCOPE=all adds what is long by nature, and tries everything on both databases.
const scope = process.env.TEST_SCOPE === 'all' ? 'all' : 'usual';

// The bad input that is generated is the same each time, unless another seed is given.
const fuzzSeed = Number(process.env.FUZZ_SEED ?? 11);

const tests = (...names: string[]) => names.map((name) => `apps/api/src/${name}.test.ts`);

// A database that hangs, networks, gateways, data folders and secrets that change under running processes: each starts servers of its own.
const long = tests(
  'app/start',
  'app/{supervise,key-check-port}',
  'db/database-limits',
  'app/packaging',
  'features/faucet/transfers/evm/*',
  'features/operator/rotate-{outside-secrets,secret.attacks}',
  'key-check/nginx-gateway{,.attacks}',
  'key-check/redis-fleet',
  'http/{tls-proxy,proxy-logs,appending-proxy.attacks}',
  'http/rolling-restart',
  'runtime/data-folder.attacks',
);

// What depends on the database: races, jobs, listeners, several processes, outages, durability, migrations, paging by
// position and usage batches.
const onDatabase = tests(
  'db/*',
  'app/{durability,retention}',
  'identity/{sessions,hold-account,hold-actor.attacks,proofs}',
  'features/faucet/**/*',
  'features/activities/activities',
  'features/api-keys/leaks/leaks',
  'features/api-keys/{api-keys,delete-keys,expiry-notices,grace,list-keys,lists.attacks,read-usage}',
  'features/auth/{sign-up,verify-email,links.attacks}',
  'features/cli-auth/{attacks,clean-up,consent.attacks,long-poll}',
  'features/providers/{linking,links.attacks,sign-in}',
  'features/second-factors/attacks',
  'features/operator/operator-log',
  'http/{costly-calls.attacks,idempotency/*}',
  'key-check/{changed-by-hand,key-check,processes,usage,watched}',
  'key-check/usage/*',
);

// A time-out is a net that only catches a hang.
const net = { testTimeout: 5 * 60_000, hookTimeout: 5 * 60_000 };
const setupFiles = ['apps/api/testing/log-setup.ts'];

const unit = (name: string, folder: string) => ({
  test: { name, include: [`${folder}/src/**/*.test.ts`], ...net },
});

const api = (name: string, database: 'pglite' | 'postgres', include: string[], exclude: string[]) => ({
  test: {
    name,
    include,
    exclude,
    globalSetup: [`apps/api/testing/${database}-setup.ts`],
    setupFiles,
    provide: { database, scope, fuzzSeed } as const,
    // The server is loaded once for all files of a worker.
    isolate: false,
    ...net,
  },
});

const all = tests('**/*');

export default defineConfig({
  test: {
    // Two cores: one file of each project at a time leaves room for the servers that the tests start.
    maxWorkers: 2,
    projects: [
      unit('contract', 'packages/contract'),
      unit('web', 'apps/web'),
      unit('cli', 'packages/cli'),
      api('api', 'pglite', all, scope === 'all' ? [] : long),
      scope === 'all' ? api('postgres', 'postgres', all, []) : api('postgres', 'postgres', onDatabase, long),
    ],
  },
});
