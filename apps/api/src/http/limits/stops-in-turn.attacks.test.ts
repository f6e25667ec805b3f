// Somebody who stops things without end, or reports keys without end. The row of their own account is locked, so that what they send
// holds its database connections until the test lets go.

import { logOut } from '@ballast/contract/auth/auth';
import { createKey, deleteKey } from '@ballast/contract/keys/api-keys';
import { reportKey } from '@ballast/contract/keys/key-leaks';
import { waitFor } from '@ballast/harness/wait-for';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseVariables, onPostgres } from '../../../testing/databases/database.ts';
import { openOperator } from '../../../testing/operator.ts';
import { failureOf, startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { openPostgres } from '../../db/connections/open.ts';
import { makeKeySecret } from '../../key-check/key-secret.ts';
import { usualLimits } from '../../runtime/settings/database-limits.ts';

describe.runIf(onPostgres())('while what one account does holds its database connections', () => {
  let app: TestApp;
  let url: string;
  beforeAll(async () => {
    url = (await databaseVariables()).DATABASE_URL ?? '';
    const limits = { ...usualLimits, lockMs: 0, statementMs: 0 };
    const database = await openPostgres(url, () => {}, limits);
    app = await startTestApp({ database, env: { TRUST_PROXY: '1' } });
  });
  afterAll(() => app?.stop());

  type Person = Awaited<ReturnType<TestApp['verifiedUser']>>;
  type Call = Person['call'];

  const waiting = async () => {
    const { rows } = await app.database.keyPool.query(
      `select count(*)::int as count from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows[0].count;
  };
  const whenWaiting = (count: number) =>
    waitFor(`${count} calls that wait for the account`, async () => expect(await waiting()).toBe(count));

  const whileHeld = async ({ user }: Person, work: (release: () => Promise<unknown>) => Promise<void>) => {
    const holder = new pg.Client({ connectionString: url });
    await holder.connect();
    await holder.query('begin');
    await holder.query('select from users where id = $1 for update', [user.id]);
    await work(() => holder.query('rollback')).finally(() => holder.end());
  };

  const newKey = ({ call }: Person) =>
    call(createKey, { body: { name: crypto.randomUUID(), environment: 'SANDBOX' } });
  const stop = (call: Call) => failureOf(call(deleteKey, { params: { id: crypto.randomUUID() } }));
  const stopTheirs = async (person: Person) => {
    const { id } = await newKey(person);
    await person.call(deleteKey, { params: { id } });
  };
  const statusOf = async (sent: Promise<{ status: number }>) => (await sent).status;
  const report = (key: string, address: string) =>
    statusOf(
      fetch(`${app.baseUrl}${reportKey.path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
        body: JSON.stringify({ key }),
      }),
    );

  test('an account that stops without end, from many sessions, takes one of them, and others stop what is theirs', async () => {
    const [person, other] = [await app.verifiedUser(), await app.verifiedUser()];
    const sessions = [person, ...(await Promise.all([1, 2, 3, 4].map(() => app.signIn(person.email))))];
    await whileHeld(person, async (release) => {
      const sent = sessions.flatMap(({ call }) => [1, 2, 3].map(() => statusOf(stop(call))));
      await whenWaiting(1);
      await stopTheirs(other);
      expect(await waiting()).toBe(1);
      await release();
      expect(await Promise.all(sent)).toEqual(Array(sent.length).fill(404));
    });
  });

  test('who sends more than wait is refused, and another session of the account comes soon', async () => {
    const thief = await app.verifiedUser();
    const owner = await app.signIn(thief.email);
    await whileHeld(thief, async (release) => {
      let answered = 0;
      const sent = Array.from({ length: 60 }, () => stop(thief.call).finally(() => (answered += 1)));
      const refused = await Promise.race(sent);
      expect(refused).toMatchObject({ status: 503, code: 'unavailable' });
      expect(refused.retryAfterSeconds).toBeGreaterThan(0);
      await whenWaiting(1);
      await waitFor('the others to be refused', () => expect(answered).toBe(10));
      const theirs = stop(owner.call);
      await release();
      expect((await theirs).status).toBe(404);
      expect(answered).toBeLessThan(50);
      expect((await Promise.all(sent)).filter(({ status }) => status === 404)).toHaveLength(50);
    });
  });

  test('a session that has ended does not take its account’s turn', async () => {
    const thief = await app.verifiedUser();
    const owner = await app.signIn(thief.email);
    await thief.call(logOut);
    expect((await stop(thief.call)).status).toBe(401);
    await whileHeld(thief, async (release) => {
      const theirs = stop(owner.call);
      await whenWaiting(1);
      expect((await stop(thief.call)).status).toBe(401);
      await release();
      expect((await theirs).status).toBe(404);
    });
  });

  test('reports of one network take one of them, and those of many leave one to owners', async () => {
    const [person, other] = [await app.verifiedUser(), await app.verifiedUser()];
    const { key } = await newKey(person);
    await whileHeld(person, async (release) => {
      const sent = [1, 2, 3].map((n) => report(key ?? '', `2001:db8:7:${n}::1`));
      await whenWaiting(1);
      expect(await report(makeKeySecret('SANDBOX'), '192.0.2.1')).toBe(202);
      for (const n of [1, 2, 3]) sent.push(report(key ?? '', `198.51.100.${n}`));
      await whenWaiting(2);
      await stopTheirs(other);
      expect(await waiting()).toBe(2);
      await release();
      expect(await Promise.all(sent)).toEqual(Array(6).fill(202));
    });
  });

  test('an account that writes without end takes two connections, and is suspended before the rest is written', async () => {
    const person = await app.verifiedUser();
    const operator = await openOperator(app);
    await whileHeld(person, async (release) => {
      // These lock the account's row and leave it as it is. Once a row is changed, PostgreSQL no longer keeps the order in which
      // others wait for it.
      const sent = Promise.allSettled(Array.from({ length: 10 }, () => newKey(person)));
      await whenWaiting(2);
      const suspended = operator.run('users', 'suspend', person.email, '--reason', 'card testing');
      await whenWaiting(3);
      await release();
      await suspended;
      const written = (await sent).filter(({ status }) => status === 'fulfilled');
      expect(written).toHaveLength(2);
    });
    await operator.close();
  });
});
