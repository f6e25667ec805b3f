import { defineConfig } from 'vitest/config';

// A file's name says where it runs. `npm test` runs x.test.ts on the embedded database and x.pg.test.ts on PostgreSQL as well.
// x.long.test.ts runs only with TEST_SCOPE=all, which runs every file on both databases.
const tests = 'apps/api/src/**/*.test.ts';
const dependsOnDatabase = 'apps/api/src/**/*.pg.test.ts';
const long = 'apps/api/src/**/*.long.test.ts';

const scope = process.env.TEST_SCOPE === 'all' ? 'all' : 'usual';

// The bad input that is generated is the same each time, unless another seed is given.
const fuzzSeed = Number(process.env.FUZZ_SEED ?? 11);

// A time-out is a net that only catches a hang.
const net = { testTimeout: 5 * 60_000, hookTimeout: 5 * 60_000 };
const setupFiles = ['apps/api/testing/log-setup.ts'];

// Node parses the package.json of drizzle-orm (180 KB) at each import from it, which takes a second. One file is made of it
// once. It must not contain a second copy of pg.
const drizzle = {
  enabled: true,
  include: [
    'drizzle-orm',
    'drizzle-orm/pg-core',
    'drizzle-orm/node-postgres',
    'drizzle-orm/node-postgres/migrator',
  ],
  exclude: ['pg'],
};

// In a short run the embedded database ends before better machine code for it would pay.
const execArgv = process.env.SHORT_TEST_RUN ? ['--liftoff-only'] : [];

const unit = (name: string, folder: string) => ({
  test: { name, include: [`${folder}/src/**/*.test.ts`], ...net },
});

const api = (name: string, database: 'pglite' | 'postgres', include: string, exclude: string[]) => ({
  test: {
    name,
    include: [include],
    exclude,
    globalSetup: [`apps/api/testing/databases/${database}-setup.ts`],
    setupFiles,
    provide: { database, scope, fuzzSeed } as const,
    // The server is loaded once for all files of a worker.
    isolate: false,
    deps: { optimizer: { ssr: drizzle } },
    execArgv,
    ...net,
  },
});

export default defineConfig({
  test: {
    // Two cores: one file of each project at a time leaves room for the servers that the tests start.
    maxWorkers: 2,
    projects: [
      unit('contract', 'packages/contract'),
      unit('web', 'apps/web'),
      unit('cli', 'packages/cli'),
      api('api', 'pglite', tests, scope === 'all' ? [] : [long]),
      api('postgres', 'postgres', scope === 'all' ? tests : dependsOnDatabase, []),
    ],
  },
});
