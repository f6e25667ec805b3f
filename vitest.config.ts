import { defineConfig } from 'vitest/config';

const api = (database: 'pglite' | 'postgres') => ({
  test: {
    name: `api on ${database}`,
    include: ['apps/api/src/**/*.test.ts'],
    globalSetup: [`apps/api/src/testing/${database}-setup.ts`],
    provide: { database },
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});

const unit = (name: string, folder: string) => ({ test: { name, include: [`${folder}/src/**/*.test.ts`] } });

export default defineConfig({
  test: {
    // Two cores: one file of each project at a time leaves room for the servers that the tests start.
    maxWorkers: 2,
    projects: [
      unit('contract', 'packages/contract'),
      unit('web', 'apps/web'),
      // Processes of the built tool, which start slowly on a busy machine.
      { test: { ...unit('cli', 'packages/cli').test, testTimeout: 30_000 } },
      api('pglite'),
      api('postgres'),
    ],
  },
});
