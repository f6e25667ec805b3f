// npm run screenshots: not tests, but pictures of every screen for people to look at.
import { defineConfig } from '@playwright/test';
import tests from './playwright.config.ts';

export default defineConfig({
  ...tests,
  testDir: './screenshots',
  testMatch: '*.shots.ts',
  projects: [{ name: 'pictures' }],
  grepInvert: [],
  workers: 2,
  retries: 0,
});
