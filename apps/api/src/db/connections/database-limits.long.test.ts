// What developers and load balancers see of a PostgreSQL that is there and does not do its work.

import { createClient } from '@ballast/contract/http/client';
import { createKey, listKeys } from '@ballast/contract/keys/api-keys';
import { getProfile } from '@ballast/contract/profile';
import { startPostgres } from '@ballast/harness/postgres';
import { waitFor } from '@ballast/harness/wait-for';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseVariables, onPostgres } from '../../../testing/databases/database.ts';
import { openOperator } from '../../../testing/operator.ts';
import { failureOf, startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { usualLimits } from '../../runtime/settings/database-limits.ts';
import { openPostgres } from './open.ts';

const unavailable = {
  status: 503,
  code: 'unavailable',
  message: 'The service is busy. Try again in a moment.',
};
const readyAt = async ({ url }: TestApp) => {
  const answer = await fetch(`${url}/ready`);
  return [answer.status, ((await answer.json()) as { status: string }).status];
};
const whenReady = (app: TestApp) =>
  waitFor('the portal to be ready', async () => expect(await readyAt(app)).toEqual([200, 'ready']));
const newKey = (name: string) => ({ body: { name, environment: 'SANDBOX' as const } });
const namesOf = (keys: { name: string }[]) => keys.map(({ name }) => name).sort();

describe.runIf(onPostgres())('a database that does not do its work', () => {
  let app: TestApp;
  let owner: Awaited<ReturnType<TestApp['verifiedUser']>>;
  const limits = { ...usualLimits, poolSize: 3, lockMs: 3000 };
  const query = (text: string) => app.database.pool.query(text);

  beforeAll(async () => {
    const { DATABASE_URL = '' } = await databaseVariables();
    app = await startTestApp({ database: await openPostgres(DATABASE_URL, () => {}, limits) });
    owner = await app.verifiedUser();
  });
  afterAll(() => app?.stop());

  const expectUnavailable = async (call: Promise<unknown>) => {
    const failure = await failureOf(call);
    expect(failure).toMatchObject(unavailable);
    expect(failure.retryAfterSeconds).toBeGreaterThan(0);
  };

  test('a call that waits for what another has locked is 503, and its connection serves on', async () => {
    const holder = new pg.Client({ connectionString: app.database.url ?? '' });
    await holder.connect();
    await holder.query('begin; select * from users for update');
    const waiting = Array.from({ length: 2 * limits.poolSize }, (_, i) => newKey(`waits ${i}`));
    await Promise.all(waiting.map((key) => expectUnavailable(owner.call(createKey, key))));
    await holder.end();
    await waitFor('a key to be created again', () => owner.call(createKey, newKey('after the lock')));
    expect(namesOf(await owner.call(listKeys, { query: {} }))).toEqual(['after the lock']);
  });

  test('whatever PostgreSQL says about its own state is 503, and a fault of a statement is not', async () => {
    await query('create table said (code text)');
    await query(`create function say() returns trigger language plpgsql as $$
      begin raise exception using errcode = (select code from said); end $$`);
    await query('create trigger says before insert on api_keys for each row execute function say()');
    const statusWhen = async (code: string) => {
      await query(`delete from said; insert into said values ('${code}')`);
      return (await failureOf(owner.call(createKey, newKey(code)))).status;
    };
    for (const code of ['25006', '53100', '53200', '55P03', '57014', '57P01', '58030'])
      expect([code, await statusWhen(code)]).toEqual([code, 503]);
    expect(await statusWhen('22012')).toBe(500);
    await query('drop trigger says on api_keys');
  });

  test('a database that takes no writes: not ready, reads go on, writes are 503 until it does', async () => {
    const name = new URL(app.database.url ?? '').pathname.slice(1);
    const setReadOnly = async (value: 'on' | 'off') => {
      const admin = new pg.Client({ connectionString: app.database.url ?? '' });
      await admin.connect();
      await admin.query('set default_transaction_read_only = off');
      await admin.query(`alter database ${name} set default_transaction_read_only = ${value}`);
      await admin.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid()`,
      );
      await admin.end();
    };
    await setReadOnly('on');
    await waitFor('the portal not to be ready', async () =>
      expect(await readyAt(app)).toEqual([503, 'database read-only']),
    );
    expect(await owner.call(getProfile)).toMatchObject({ email: owner.email });
    for (let i = 0; i < 3; i += 1) await expectUnavailable(owner.call(createKey, newKey('read-only')));
    await setReadOnly('off');
    // The connections that may not write end when they are used; nobody has to end them.
    await whenReady(app);
    await waitFor('a key to be created again', () => owner.call(createKey, newKey('after fail-over')));
  });
});

describe.runIf(onPostgres())('a database that hangs', () => {
  test('readiness is answered all the same, calls are 503, and nothing of what was cut off stays', async () => {
    const postgres = await startPostgres();
    const start = async (statementMs: number, env = {}) => {
      const limits = { ...usualLimits, poolSize: 4, statementMs };
      return startTestApp({ env, database: await openPostgres(postgres.url, () => {}, limits) });
    };
    // One would wait for its statements for an hour, so it is readiness itself that gives up. It is alone while mails are sent,
    // because each has a mailbox of its own.
    const patient = await start(3_600_000);
    const owner = await patient.verifiedUser();
    const app = await start(5000, { DATA_DIR: patient.dataDir });
    await owner.call(createKey, newKey('before'));
    // A transaction is under way, with a part of its work done.
    const begun = Promise.withResolvers<void>();
    const hung = Promise.withResolvers<void>();
    const half = app.deps.db.transaction(async (tx) => {
      await tx.execute(sql`update api_keys set name = 'half'`);
      begun.resolve();
      await hung.promise;
      await tx.execute(sql`select 1`);
    });
    await begun.promise;
    for (const each of [patient, app]) await whenReady(each);

    const operator = await openOperator({ deps: app.deps, dataDir: patient.dataDir });
    await postgres.hang();
    try {
      hung.resolve();
      await expect(half).rejects.toThrow();
      for (const each of [patient, app]) expect(await readyAt(each)).toEqual([503, 'database unreachable']);
      const call = createClient({ portalUrl: app.url, token: () => owner.session.access_token });
      const failures = await Promise.all([
        ...Array.from({ length: 6 }, () => failureOf(call(getProfile))),
        ...Array.from({ length: 6 }, (_, i) => failureOf(call(createKey, newKey(`hung ${i}`)))),
      ]);
      for (const failure of failures) expect(failure).toMatchObject({ ...unavailable, retryAfterSeconds: 5 });
      const { exitCode, out } = await operator.run('status');
      expect(exitCode).toBe(1);
      expect(out).toMatch(/^Database .*unreachable$/m);
    } finally {
      await postgres.resume();
    }
    await operator.close();

    for (const each of [patient, app]) await whenReady(each);
    await waitFor('a key to be created again', () => owner.call(createKey, newKey('after')));
    expect(namesOf(await owner.call(listKeys, { query: {} }))).toEqual(['after', 'before']);
    await app.stop();
    await patient.stop();
    await postgres.remove();
  });
});
