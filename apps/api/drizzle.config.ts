import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  // Tables live with what owns them.
  schema: './src/**/tables.ts',
  out: './migrations',
  casing: 'snake_case',
});
