import { defineConfig } from 'vitest/config';

const api = (database: 'pglite' | 'postgres') => ({
  test: {
    name: `api on ${database}`,
    root: 'apps/api',
    include: ['src/**/*.test.ts'],
    globalSetup: [`src/testing/${database}-setup.ts`],
    provide: { database },
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});

const unit = (name: string, root: string) => ({ test: { name, root, include: ['src/**/*.test.ts'] } });

export default defineConfig({
  test: {
    // Two cores: one file of each project at a time leaves room for the servers that the tests start.
    maxWorkers: 2,
    projects: [
      unit('contract', 'packages/contract'),
      unit('web', 'apps/web'),
      api('pglite'),
      api('postgres'),
    ],
  },
});
