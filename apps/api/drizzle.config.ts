import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: ['./src/db/schema.ts', './src/db/faucet-tables.ts', './src/db/key-tables.ts'],
  out: './migrations',
  casing: 'snake_case',
});
