// What the log and the metrics tell has happened: it left after the commit, once, however often the transaction was tried.
import type { ActivityType } from '@ballast/contract/activities';
import { getTransfer, requestTokens } from '@ballast/contract/faucet';
import { readPortalLogs } from '@ballast/harness/portal-log';
import { waitFor } from '@ballast/harness/wait-for';
import { and, eq } from 'drizzle-orm';
import { describe, expect, onTestFinished, test } from 'vitest';
import { databaseVariables, onPostgres } from '../../testing/databases/database.ts';
import { whileCommitsFail } from '../../testing/databases/failing-commits.ts';
import { somebodyToWait } from '../../testing/databases/lock-wait.ts';
import { readMetrics } from '../../testing/read-metrics.ts';
import { openLossyProxy } from '../../testing/servers/lossy-proxy.ts';
import { startTestApp, type TestApp, useTestApp } from '../../testing/test-app.ts';
import { activities, sessions, users } from '../identity/tables.ts';
import { usualLimits } from '../runtime/settings/database-limits.ts';
import { afterCommit } from './after-commit.ts';
import { type Db, openPostgres } from './connections/open.ts';

const env = { METRICS_TOKEN: 'a-token-of-the-scraper' };
const app = useTestApp({ env });
type Developer = Awaited<ReturnType<TestApp['verifiedUser']>>;

const changePassword = ({ session }: Developer, { baseUrl } = app()) =>
  fetch(`${baseUrl}/auth/v1/user`, {
    method: 'PUT',
    body: JSON.stringify({ password: 'Another-pass1!' }),
    headers: { 'content-type': 'application/json', authorization: `Bearer ${session.access_token}` },
  });

const sessionIdOf = (accessToken: string) =>
  JSON.parse(atob(accessToken.split('.')[1] ?? '')).session_id as string;

const lines = (): { event?: string; account?: string; msg?: string; unsure?: boolean }[] =>
  readPortalLogs()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));

const linesOf = ({ user }: Developer, type: ActivityType) =>
  lines().filter(({ event, account }) => event === type && account === user.id).length;

const isEntryOf = ({ user }: Developer, type: ActivityType) =>
  and(eq(activities.userId, user.id), eq(activities.type, type));

const rowsOf = (owner: Developer, type: ActivityType) =>
  app().deps.db.$count(activities, isEntryOf(owner, type));

const repetitions = () => lines().filter(({ msg }) => msg === 'a transaction is repeated').length;

test('a password change that meets two conflicts leaves one row and one line', async () => {
  const owner = await app().verifiedUser();
  const refusal = { type: 'password_changed', times: 2, code: '40001' } as const;
  const answer = await whileCommitsFail(app().deps.db, refusal, () => changePassword(owner));
  expect(answer.status).toBe(200);
  expect(repetitions()).toBe(2);
  expect([await rowsOf(owner, 'password_changed'), linesOf(owner, 'password_changed')]).toEqual([1, 1]);
});

test('a password change that is rolled back leaves no row and no line', async () => {
  const owner = await app().verifiedUser();
  const refusal = { type: 'password_changed', times: 1, code: '23514' } as const;
  const answer = await whileCommitsFail(app().deps.db, refusal, () => changePassword(owner));
  expect(answer.status).toBe(500);
  expect([await rowsOf(owner, 'password_changed'), linesOf(owner, 'password_changed')]).toEqual([0, 0]);
});

test('a password change that gives up after three conflicts leaves no row and no line', async () => {
  const owner = await app().verifiedUser();
  const refusal = { type: 'password_changed', times: 3, code: '40001' } as const;
  const answer = await whileCommitsFail(app().deps.db, refusal, () => changePassword(owner));
  expect(answer.status).toBe(503);
  expect([await rowsOf(owner, 'password_changed'), linesOf(owner, 'password_changed')]).toEqual([0, 0]);
});

test('a faucet transfer that meets two conflicts is counted once in /metrics', async () => {
  const owner = await app().verifiedUser();
  const countCompleted = async () =>
    (await readMetrics(app().url, env.METRICS_TOKEN)).value('ballast_faucet_transfers_total', {
      outcome: 'completed',
    });
  const before = await countCompleted();
  const refusal = { type: 'faucet_request_success', times: 2, code: '40001' } as const;
  await whileCommitsFail(app().deps.db, refusal, async () => {
    const { id } = await owner.call(requestTokens, { body: {} });
    await waitFor('the transfer to be completed', async () =>
      expect((await owner.call(getTransfer, { params: { id } })).status).toBe('COMPLETED'),
    );
  });
  expect(await rowsOf(owner, 'faucet_request_success')).toBe(1);
  await waitFor('the transfer to be counted', async () =>
    expect(await countCompleted()).toBeGreaterThan(before),
  );
  expect(await countCompleted()).toBe(before + 1);
  expect(linesOf(owner, 'faucet_request_success')).toBe(1);
});

describe('what follows a commit', () => {
  const note = (tx: Db, noted: string[], what: string) =>
    afterCommit(app().deps, tx, () => {
      noted.push(what);
    });

  test('it happens in order, after the commit, without what a savepoint took back', async () => {
    const { db } = app().deps;
    const noted: string[] = [];
    await db.transaction(async (tx) => {
      note(tx, noted, 'first');
      await tx.transaction(async (nested) => {
        note(nested, noted, 'kept');
        const inner = nested.transaction(async (dropped) => {
          note(dropped, noted, 'dropped');
          throw new Error('back to the savepoint');
        });
        await inner.catch(() => {});
      });
      const outer = tx.transaction(async (dropped) => {
        await dropped.transaction(async (released) => note(released, noted, 'released in a dropped one'));
        throw new Error('back to the savepoint');
      });
      await outer.catch(() => {});
      note(tx, noted, 'last');
      expect(noted).toEqual([]);
    });
    expect(noted).toEqual(['first', 'kept', 'last']);
  });

  test('outside of a transaction it happens at once', () => {
    const noted: string[] = [];
    note(app().deps.db, noted, 'now');
    expect(noted).toEqual(['now']);
  });

  test('a failure is logged, and neither the call nor what comes after it fails', async () => {
    const noted: string[] = [];
    const answer = await app().deps.db.transaction(async (tx) => {
      afterCommit(app().deps, tx, () => {
        throw new Error('no room for the line');
      });
      note(tx, noted, 'next');
      return 'done';
    });
    expect([answer, noted]).toEqual(['done', ['next']]);
    expect(lines().map(({ msg }) => msg)).toContain('an action after a commit failed');
  });

  test('nobody can list it for a transaction that has ended', async () => {
    const ended = await app().deps.db.transaction(async (tx) => ({ tx }));
    expect(() => note(ended.tx, [], 'too late')).toThrow('has ended');
  });
});

describe.runIf(onPostgres())('in stricter isolation', () => {
  // There PostgreSQL ends a transaction that changes rows which another one has changed meanwhile.
  const openStrict = async () => {
    const { DATABASE_URL } = await databaseVariables();
    const url = new URL(DATABASE_URL ?? '');
    url.searchParams.set('options', '-c default_transaction_isolation=repeatable\\ read');
    const limits = { ...usualLimits, statementMs: 120_000, lockMs: 120_000 };
    return openPostgres(url.href, () => {}, limits);
  };

  // Commits only when it is told to.
  const changeAndWait = async (db: Db, change: (tx: Db) => Promise<unknown>) => {
    const [changed, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const committed = db.transaction(async (tx) => {
      await change(tx);
      changed.resolve();
      await mayCommit.promise;
    });
    await changed.promise;
    return () => {
      mayCommit.resolve();
      return committed;
    };
  };

  test('a password change that two others get in the way of leaves one row and one line', async () => {
    const strict = await startTestApp({ database: await openStrict() });
    onTestFinished(() => strict.stop());
    const { db } = strict.deps;
    const owner = await strict.verifiedUser();
    const other = await strict.signIn(owner.email);
    const commitAccount = await changeAndWait(db, (tx) =>
      tx.update(users).set({ companyName: 'Northwind' }).where(eq(users.id, owner.user.id)),
    );
    const isOther = eq(sessions.id, sessionIdOf(other.session.access_token));
    const commitSession = await changeAndWait(db, (tx) =>
      tx.update(sessions).set({ userAgent: 'another' }).where(isOther),
    );
    const change = changePassword(owner, strict);
    await somebodyToWait(db);
    await commitAccount();
    await waitFor('the first repetition', async () => expect(repetitions()).toBe(1));
    await somebodyToWait(db);
    await commitSession();
    expect((await change).status).toBe(200);
    expect(repetitions()).toBe(2);
    const rows = await db.$count(activities, isEntryOf(owner, 'password_changed'));
    expect([rows, linesOf(owner, 'password_changed')]).toEqual([1, 1]);
  });
});

describe.runIf(onPostgres())('when the answer to a commit is lost', () => {
  test('the change leaves its row and a line that says it is unsure', async () => {
    const { DATABASE_URL } = await databaseVariables();
    const proxy = await openLossyProxy(DATABASE_URL ?? '');
    const portal = await startTestApp({ database: await openPostgres(proxy.url, () => {}) });
    onTestFinished(async () => {
      await portal.stop();
      await proxy.close();
    });
    const owner = await portal.verifiedUser();
    proxy.loseAnswerAfter('password_changed');
    expect((await changePassword(owner, portal)).status).toBe(503);
    const found = lines().filter(
      ({ event, account }) => event === 'password_changed' && account === owner.user.id,
    );
    expect(found).toMatchObject([{ unsure: true }]);
    expect(await portal.deps.db.$count(activities, isEntryOf(owner, 'password_changed'))).toBe(1);
  });
});
