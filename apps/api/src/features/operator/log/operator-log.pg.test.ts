// The operator log records every action, and verification finds each manipulation.
import { createKey } from '@ballast/contract/keys/api-keys';
import { requestRateLimit } from '@ballast/contract/keys/rate-limit-requests';
import type { OperatorEntry } from '@ballast/contract/operator/log';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openOperator } from '../../../../testing/operator.ts';
import { useTestApp } from '../../../../testing/test-app.ts';
import { operatorNamed } from '../../../identity/actor.ts';
import { operatorLog } from '../tables.ts';
import { hashEntry, recordOperation } from './operator-log.ts';

const app = useTestApp();
let operator: Awaited<ReturnType<typeof openOperator>>;
beforeAll(async () => {
  operator = await openOperator(app());
});
afterAll(() => operator.close());

const rows = () => app().deps.db.select().from(operatorLog).orderBy(operatorLog.position);

// By somebody who may do more than the portal.
const tamper = (...statements: string[]) =>
  app().deps.db.transaction(async (tx) => {
    await tx.execute(sql.raw('set local session_replication_role = replica'));
    for (const statement of statements) await tx.execute(sql.raw(statement));
  });

const record = (target: string) =>
  app().deps.db.transaction((tx) =>
    recordOperation(app().deps, tx, operatorNamed('mara'), { action: 'users show', target }),
  );

beforeEach(() => tamper('truncate operator_log', 'truncate operator_log_end'));

test('an entry says who, what, to what, before and after; the names that were given and those of the system', async () => {
  const { call } = await app().verifiedUser();
  const key = await call(createKey, { body: { name: 'checkout', environment: 'SANDBOX' } });
  const ask = async (requestedLimit: number) => {
    const body = { requestedLimit, reason: 'We onboard three merchants in May.' };
    return (await call(requestRateLimit, { params: { id: key.id }, body })).request;
  };
  const first = await ask(120);
  await operator.run('requests', 'approve', first.id, '--as', 'Zoë O’Neil', '--note', 'Welcome');
  const next = await ask(500);
  await operator.run('requests', 'deny', next.id, '--note', 'Tell us more');
  await operator.run('secrets', 'rotate', 'signing');

  const { entries } = (await operator.json('log')) as { entries: OperatorEntry[] };
  const ids = { ids: [expect.any(String)] };
  expect(entries).toMatchObject([
    { position: 3, actor: 'deploy', action: 'secrets rotate', target: 'secret signing', before: ids },
    {
      ...{ position: 2, actor: 'deploy', action: 'requests deny', target: `request ${next.id}` },
      ...{ before: { status: 'PENDING', limit: 120 }, after: { status: 'DENIED', limit: 120 } },
    },
    {
      ...{
        position: 1,
        actor: 'deploy',
        as: 'Zoë O’Neil',
        action: 'requests approve',
        target: `request ${first.id}`,
      },
      ...{ before: { limit: 3 }, after: { limit: 120, key: key.id, note: 'Welcome' } },
    },
  ]);
  expect((await operator.run('log')).out).toMatch(
    /1 +\S+ \S+ +deploy \(as Zoë O’Neil\) +requests approve +request /,
  );
  const approved = await operator.run('requests', 'list', '--status', 'approved');
  expect(approved.out).toContain('3 → 120');
  expect(await operator.run('log', '--verify')).toMatchObject({
    exitCode: 0,
    out: expect.stringMatching(
      /^The log is as it was written: 4 entries, the newest with the hash \w{64}\.$/,
    ),
  });
});

test('what is refused leaves no entry', async () => {
  expect(await operator.run('requests', 'approve', 'ffffffff')).toMatchObject({ exitCode: 1 });
  expect(await rows()).toEqual([]);
  expect(await operator.run('log', '--verify')).toMatchObject({ exitCode: 0 });
});

test('the database itself refuses to change or to remove an entry', async () => {
  await record('user 1');
  for (const change of [
    `update operator_log set actor = 'nobody'`,
    'delete from operator_log',
    'truncate operator_log',
  ]) {
    await expect(app().deps.db.execute(sql.raw(change))).rejects.toMatchObject({
      cause: { message: expect.stringMatching(/^operator_log is only added to/) },
    });
  }
  expect(await rows()).toHaveLength(1);
});

test('entries that are written at once still make one chain', async () => {
  await Promise.all(Array.from({ length: 12 }, (_, index) => record(`user ${index}`)));
  expect((await rows()).map(({ position }) => position)).toEqual(Array.from({ length: 12 }, (_, i) => i + 1));
  expect(await operator.json('log', '--verify')).toMatchObject({ entries: 12, problems: [] });
});

test('it is read page by page, and from a time on', async () => {
  for (const target of ['user 1', 'user 2', 'user 3']) {
    await record(target);
    app().skipSeconds(60);
  }
  const page = await operator.json('log', '--limit', '2');
  expect(page).toMatchObject({ entries: [{ position: 3 }, { position: 2 }], nextBefore: 2 });
  const rest = await operator.json('log', '--limit', '2', '--before', '2');
  expect(rest).toMatchObject({ entries: [{ position: 1 }], nextBefore: null });
  const since = await operator.json('log', '--since', page.entries[1].at);
  expect(since.entries.map(({ target }: OperatorEntry) => target)).toEqual(['user 3', 'user 2']);
  expect(await operator.run('log', '--since', 'yesterday')).toMatchObject({
    exitCode: 2,
    problem: 'since must be a time, such as 2026-11-16T09:41:00Z',
  });
});

describe('whoever has the database and not the pepper is found out', () => {
  const columns = 'position, at, actor, action, target, before, after, follows_break, previous_hash, hash';
  // One who knows how hashes are made makes them fit.
  const rehash = async () => {
    let previousHash = '';
    const statements: string[] = [];
    for (const row of await rows()) {
      const entry = { ...row, previousHash };
      const hash = hashEntry(entry);
      statements.push(
        `update operator_log set previous_hash = '${previousHash}', hash = '${hash}' where id = '${row.id}'`,
      );
      previousHash = hash;
    }
    await tamper(...statements);
  };
  const reportsOf = async () => (await operator.json('log', '--verify')).problems as string[];

  beforeEach(async () => {
    for (const target of ['user 1', 'user 2', 'user 3', 'user 4']) await record(target);
  });

  test.each([
    ['changes an entry', `update operator_log set actor = 'x' where position = 2`, 'Entry 2 was changed.'],
    [
      'moves a time',
      `update operator_log set at = at - interval '1s' where position = 2`,
      'Entry 2 was changed.',
    ],
    ['removes an entry', 'delete from operator_log where position = 2', 'Entry 2 is missing.'],
    ['removes the first', 'delete from operator_log where position = 1', 'Entry 1 is missing.'],
    ['removes the newest', 'delete from operator_log where position > 2', 'Entries 3 to 4 are missing.'],
    ['removes all', 'delete from operator_log', 'Entries 1 to 4 are missing.'],
    [
      'repeats an entry',
      `insert into operator_log (${columns}) select ${columns} from operator_log where position = 2`,
      'Entry 2 is there more than once.',
    ],
    [
      'adds one at the end',
      `insert into operator_log (${columns}) select 5, at, actor, action, 'user 9', before, after, follows_break, hash, hash
       from operator_log where position = 4`,
      'Entry 5 is not the portal’s.',
    ],
    ['loses the end', 'delete from operator_log_end', 'The end of the log is not on record.'],
  ])('%s', async (_, statement, problem) => {
    await tamper(statement);
    const { exitCode, out } = await operator.run('log', '--verify');
    expect({ exitCode, out }).toEqual({ exitCode: 1, out: expect.stringContaining(problem) });
  });

  test('changes an entry and all hashes after it', async () => {
    await tamper(`update operator_log set actor = 'x' where position = 2`);
    await rehash();
    expect(await reportsOf()).toEqual(['Entry 4 is not the one that the portal wrote.']);
  });

  test('changes entries, hashes and the end; the next entry does not cover it up', async () => {
    await tamper(`update operator_log set actor = 'x' where position = 2`);
    await rehash();
    await tamper('update operator_log_end set hash = (select hash from operator_log where position = 4)');
    expect(await reportsOf()).toEqual(['The seal of the log is wrong.']);
    await record('user 5');
    expect(await reportsOf()).toEqual([
      'Entry 5 was written when the end of the log was not as the portal had left it.',
    ]);
  });

  test('removes the newest and the end; the next entry does not cover it up', async () => {
    await tamper('delete from operator_log where position > 2', 'delete from operator_log_end');
    await record('user 5');
    expect(await reportsOf()).toEqual([
      'Entry 3 was written when the end of the log was not as the portal had left it.',
    ]);
  });
});

describe('whoever empties the whole log, its end included', () => {
  const emptyLog = () => tamper('truncate operator_log', 'truncate operator_log_end');

  test('is found out by an entry that somebody noted, also after new entries', async () => {
    for (const target of ['user 1', 'user 2']) await record(target);
    const [, noted] = await rows();
    const known = `${noted?.position}:${noted?.hash}`;
    const verify = () => operator.run('log', '--verify', '--known', known);
    await record('user 3');
    expect(await verify()).toMatchObject({ exitCode: 0, out: expect.stringContaining('3 entries') });

    await emptyLog();
    const missing = 'Entry 2, which you know, is missing.';
    expect(await verify()).toMatchObject({ exitCode: 1, out: expect.stringContaining(missing) });
    for (const target of ['user 8', 'user 9']) await record(target);
    const another = 'Entry 2 is not the one that you know.';
    expect(await verify()).toMatchObject({ exitCode: 1, out: expect.stringContaining(another) });
  });

  test('leaves accounts behind that are older: that is a warning', async () => {
    await app().verifiedUser();
    await emptyLog();
    const { exitCode, out } = await operator.run('log', '--verify');
    expect(exitCode).toBe(0);
    expect(out).toMatch(/^The log has no entries\.\nWarning: /);
    expect(out).not.toContain('as it was written');
  });

  test('leaves decisions behind that are older: that is a warning, also after new entries', async () => {
    const { call } = await app().verifiedUser();
    const key = await call(createKey, { body: { name: 'checkout', environment: 'SANDBOX' } });
    const body = { requestedLimit: 120, reason: 'We onboard three merchants in May.' };
    const { request } = await call(requestRateLimit, { params: { id: key.id }, body });
    await operator.run('requests', 'approve', request.id);
    expect((await operator.json('log', '--verify')).warnings).toEqual([]);

    app().skipSeconds(2 * 3600);
    await emptyLog();
    await record('user 1');
    const { warnings, problems } = await operator.json('log', '--verify');
    expect(problems).toEqual([]);
    expect(warnings).toEqual([expect.stringMatching(/^An operator acted at .*, but the log begins at /)]);
  });

  test.each(['7', 'x:1', `0:${'a'.repeat(64)}`, `1:${'A'.repeat(64)}`])(
    '--known %s is refused',
    async (known) => {
      expect(await operator.run('log', '--verify', '--known', known)).toMatchObject({
        exitCode: 2,
        problem: 'known must be the number and the hash of an entry: POSITION:HASH',
      });
    },
  );
});

test('a seal stays good when the pepper is replaced', async () => {
  await record('user 1');
  await operator.run('secrets', 'rotate', 'pepper');
  expect(await operator.json('log', '--verify')).toMatchObject({ entries: 2, problems: [] });
});
