// One baseline takes the place of the 37 migrations of 0.1.0.
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { openTestDatabase } from '../../testing/databases/database.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { StartupProblem } from '../runtime/failure.ts';
import { type Db, type OpenDatabase, openEmbedded, openPostgres } from './connections/open.ts';

// The rows that the last two migrations of 0.1.0 left.
const former = [
  { hash: 'of 0035_guesses_told', at: 1_794_940_435_580 },
  { hash: 'of 0036_ended_passwords', at: 1_794_985_774_864 },
];

const stamp = async (db: Db, rows: typeof former) => {
  await db.execute(sql`delete from drizzle.__drizzle_migrations`);
  for (const { hash, at } of rows)
    await db.execute(
      sql`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${at})`,
    );
};

const migrationsOf = async (db: Db) => {
  const { rows } = await db.execute<{ hash: string; at: string }>(
    sql`select hash, created_at as at from drizzle.__drizzle_migrations order by created_at`,
  );
  return rows.map(({ hash, at }) => ({ hash, at: Number(at) }));
};

// The next test file may get the same embedded database.
const openUnstamped = async () => {
  const database = await openTestDatabase();
  const migrations = await migrationsOf(database.db);
  onTestFinished(async () => {
    await stamp(database.db, migrations);
    await database.close();
  });
  return { database, migrations };
};

const reopen = async (database: OpenDatabase): Promise<OpenDatabase> =>
  database.url === null
    ? openEmbedded({ loadDataDir: await database.embedded.dumpDataDir('none') })
    : openPostgres(database.url, () => {});

test('a database at the last migration of the previous version goes on without a step', async () => {
  const { database, migrations } = await openUnstamped();
  // The tables of later migrations are there as well.
  const [, ...later] = migrations;
  const stamped = [...former, ...later];
  await stamp(database.db, stamped);
  const opened = await reopen(database);
  expect(await migrationsOf(opened.db)).toEqual(stamped);
  const app = await startTestApp({ database: opened });
  const { email } = await app.verifiedUser();
  expect((await app.signIn(email)).user.email).toBe(email);
  await app.stop();
});

test('an older database is refused with the version to upgrade through, and stays as it is', async () => {
  const { database } = await openUnstamped();
  const older = former.slice(0, 1);
  await stamp(database.db, older);
  const refusal = await reopen(database).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(StartupProblem);
  expect(refusal).toMatchObject({
    message: expect.stringMatching(
      /^The database is older than .* start 0\.1\.0 on it once, then this version$/,
    ),
  });
  expect(await migrationsOf(database.db)).toEqual(older);
});
