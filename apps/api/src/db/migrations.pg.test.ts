// While a new version is rolled out, processes of the old one go on with the new schema: a migration only adds to it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { breaksOldVersion } from '../../testing/databases/old-version.ts';
import { migrationsFolder } from '../runtime/settings/places.ts';

test('no migration takes from the running version what it uses', () => {
  const journal = JSON.parse(readFileSync(join(migrationsFolder, 'meta/_journal.json'), 'utf8'));
  const [baseline, ...later] = (journal.entries as { tag: string }[]).map(({ tag }) => tag);
  expect(baseline).toBe('0000_baseline');
  for (const tag of later) {
    const statements = readFileSync(join(migrationsFolder, `${tag}.sql`), 'utf8').split(
      '--> statement-breakpoint',
    );
    expect([tag, statements.filter(breaksOldVersion)]).toEqual([tag, []]);
  }
});

test('what a running version uses is what is dropped, renamed or narrowed, unless it says that nothing uses it', () => {
  const breaking = [
    'ALTER TABLE "a" DROP COLUMN "b"',
    'DROP TABLE "a" CASCADE',
    'ALTER TABLE "a" RENAME COLUMN "b" TO "c"',
    'ALTER TABLE "a" RENAME TO "c"',
    'ALTER TABLE "a" ALTER COLUMN "b" SET NOT NULL',
    'ALTER TABLE "a" ALTER COLUMN "b" SET DATA TYPE integer',
    'ALTER TABLE "a" ALTER COLUMN "b" DROP DEFAULT',
    'ALTER TABLE "a" ADD COLUMN "b" text NOT NULL',
    'ALTER TABLE "a" ADD CONSTRAINT "b" CHECK (c > 0)',
    'CREATE UNIQUE INDEX "b" ON "a" USING btree ("c")',
  ];
  for (const statement of breaking)
    expect([statement, breaksOldVersion(statement)]).toEqual([statement, true]);
  const harmless = [
    'ALTER TABLE "a" ADD COLUMN "b" text',
    'ALTER TABLE "a" ADD COLUMN "b" boolean DEFAULT false NOT NULL',
    'ALTER TABLE "a" ALTER COLUMN "b" DROP NOT NULL',
    'CREATE TABLE "a" ("b" text NOT NULL)',
    'CREATE INDEX "b" ON "a" USING btree ("c")',
    '-- Unused since 0.3.0.\nALTER TABLE "a" DROP COLUMN "b"',
  ];
  for (const statement of harmless)
    expect([statement, breaksOldVersion(statement)]).toEqual([statement, false]);
});
