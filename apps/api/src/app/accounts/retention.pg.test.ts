// What grows by itself is kept for as long as the settings say, and no longer.
import { readFile } from 'node:fs/promises';
import { listActivities } from '@ballast/contract/activities';
import { exportData } from '@ballast/contract/auth/leaving';
import { issueToken } from '@ballast/contract/auth/session';
import * as keys from '@ballast/contract/keys/api-keys';
import { listRefusals } from '@ballast/contract/keys/key-refusals';
import { getKeyUsage } from '@ballast/contract/keys/key-usage';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { rowOf, tableRetention } from '../../../testing/databases/table-retention.ts';
import { runJob } from '../../../testing/run-job.ts';
import { failureOf, startTestApp, useTestApp } from '../../../testing/test-app.ts';
import { sendEmailQueue } from '../../email/mail-kinds.ts';
import { sweepUnverifiedQueue } from '../../identity/delete-unverified.ts';
import { sessions, users } from '../../identity/tables.ts';
import type { Queue } from '../../jobs/queue.ts';
import { apiKeys, replacedKeys } from '../../key-check/tables.ts';
import { rollUpUsageQueue } from '../../key-check/usage/roll-up-usage.ts';
import { nameOf } from '../../runtime/settings/groups.ts';
import { usualRetention } from '../../runtime/settings/retention.ts';
import { sweepQueue } from '../job-handlers.ts';
import { forgetOldQueue } from './forget-old.ts';

// A week apart each, so that what goes is seen to go by its own setting.
const app = useTestApp({
  env: {
    KEEP_REQUESTS_DAYS: '14',
    KEEP_DAYS:
      'unverified_accounts=2,activities=7,usage_minutes=21,replaced_keys=28,revoked_keys=35,usage_days=42',
  },
});
const day = 24 * 3600;

const run = (queue: Queue<object>) => runJob(app(), queue);
const runAll = () => Promise.all([rollUpUsageQueue, forgetOldQueue, sweepUnverifiedQueue].map(run));
const check = async (value: string) => {
  const answer = await fetch(`${app().url}/v1/key-check`, { headers: { authorization: `Bearer ${value}` } });
  return ((await answer.json()) as { code?: string }).code ?? answer.status;
};

test('each kind of record goes when its own time is over, and the others stay', async () => {
  const unverified = await app().signUpUnverified();
  const person = await app().verifiedUser();
  const make = (name: string) => person.call(keys.createKey, { body: { name, environment: 'SANDBOX' } });
  const [used, rotated, revoked] = [await make('used'), await make('rotated'), await make('revoked')];
  await person.call(keys.rotateKey, { params: { id: rotated.id } });
  await person.call(keys.deleteKey, { params: { id: revoked.id } });
  expect(await check(used.key)).toBe(200);
  expect(await check(rotated.key)).toBe('key_revoked');
  const refusedAt = app().now().toISOString();
  await app().deps.keyCheck.flushUsage();

  const look = async () => {
    const { call } = await app().signIn(person.email);
    const activities = await call(listActivities, { query: {} });
    const usage = await call(getKeyUsage, { params: { id: used.id }, query: { window: '90d' } });
    const refusals = await call(listRefusals, { params: { id: rotated.id } });
    const exported = JSON.parse(await call(exportData)).apiKeys as { id: string; usage: unknown[] }[];
    return {
      activities: activities.some(({ type }) => type === 'key_created'),
      refusals: refusals.some(({ at }) => at === refusedAt),
      minutes: usage.total.allowed,
      // A process that has seen such a value remembers that it is none, so this asks for the rows.
      replaced: await app().deps.db.$count(replacedKeys, eq(replacedKeys.keyId, rotated.id)),
      revoked: await app().deps.db.$count(apiKeys, eq(apiKeys.id, revoked.id)),
      usageDays: exported.find(({ id }) => id === used.id)?.usage.length,
      unverified: await app().deps.db.$count(users, eq(users.email, unverified)),
    };
  };
  const expected = {
    activities: true,
    refusals: true,
    minutes: 1,
    replaced: 1,
    revoked: 1,
    usageDays: 1,
    unverified: 1,
  };
  await runAll();
  expect(await look()).toEqual(expected);
  const steps: [days: number, gone: Partial<Record<keyof typeof expected, unknown>>][] = [
    [3, { unverified: 0 }],
    [8, { activities: false }],
    [15, { refusals: false }],
    [22, { minutes: 0 }],
    [29, { replaced: 0 }],
    [36, { revoked: 0 }],
    [43, { usageDays: 0 }],
  ];
  let at = 0;
  for (const [days, gone] of steps) {
    app().skipSeconds((days - at) * day);
    at = days;
    await runAll();
    Object.assign(expected, gone);
    expect([days, await look()]).toEqual([days, expected]);
  }
  // Nobody has asked for this one before.
  expect(await check(revoked.key)).toBe('key_unknown');
});

test('a session that has ended is gone with the next clean-up, and a mail that was given up after its days', async () => {
  const person = await app().verifiedUser();
  const { db, jobs } = app().deps;
  const sessionsOf = () => db.select().from(sessions).where(eq(sessions.userId, person.user.id));
  const mail = { marker: crypto.randomUUID() };
  await jobs.enqueue(db, sendEmailQueue as unknown as Queue<typeof mail>, mail, { afterSeconds: 3600 });
  await db.execute(sql`
    update pgboss.job set state = 'failed', completed_on = ${app().now().toISOString()}::timestamptz
    where data ->> 'marker' = ${mail.marker}`);
  const failed = async () =>
    (await db.execute(sql`select from pgboss.job where data ->> 'marker' = ${mail.marker}`)).rows.length;
  app().skipSeconds(usualRetention.failedJobs * day - 60);
  await run(sweepQueue);
  expect([await failed(), (await sessionsOf()).length]).toEqual([1, 1]);
  app().skipSeconds(120);
  await run(sweepQueue);
  expect(await failed()).toBe(0);
  expect(await sessionsOf()).toHaveLength(1);
  app().skipSeconds(30 * day);
  await run(sweepQueue);
  expect(await sessionsOf()).toEqual([]);
});

test('a browser is signed out after the days that are set, however much it is used in the end', async () => {
  const app = await startTestApp({ env: { KEEP_DAYS: 'idle_sessions=3,sessions=7' } });
  const [used, idle] = [await app.verifiedUser(), await app.verifiedUser()];
  const expected = () => app.deps.db.$count(sessions);
  let refreshToken = used.session.refresh_token;
  const refresh = (token: string) =>
    app.call(issueToken, { query: { grant_type: 'refresh_token' }, body: { refresh_token: token } });
  for (const days of [2, 2, 2]) {
    app.skipSeconds(days * day);
    refreshToken = (await refresh(refreshToken)).refresh_token;
    await runJob(app, sweepQueue);
  }
  expect(await expected()).toBe(1);
  expect(await failureOf(refresh(idle.session.refresh_token))).toMatchObject({
    code: 'refresh_token_not_found',
  });
  app.skipSeconds(day);
  expect(await failureOf(refresh(refreshToken))).toMatchObject({
    code: 'refresh_token_already_used',
  });
  await runJob(app, sweepQueue);
  expect(await expected()).toBe(0);
  await app.stop();
});

test('a period that is no number of days keeps the portal from starting', async () => {
  await expect(startTestApp({ env: { KEEP_DAYS: 'activities=0' } })).rejects.toThrow(
    'Configuration: KEEP_DAYS activities must be at least 1',
  );
});

test('no table is without an end: each is bounded, and its job finds what is over by an index', async () => {
  const { rows } = await app().deps.db.execute<{ name: string }>(sql`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition`);
  const named = [...rows.map(({ name }) => name), 'pgboss.job'];
  expect(named.toSorted()).toEqual(Object.keys(tableRetention).toSorted());

  const indexed = await app().deps.db.execute<{ place: string }>(sql`
    select c.relname || '.' || a.attname as place
    from pg_index i join pg_class c on c.oid = i.indrelid
      join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]`);
  const places = indexed.rows.map(({ place }) => place);
  for (const [table, { foundBy }] of Object.entries(tableRetention))
    if (foundBy) expect(places).toContain(`${table}.${foundBy}`);
});

test('docs/scaling.md and .env.example say what is kept, and for how long', async () => {
  const read = (path: string) => readFile(new URL(`../../../../../${path}`, import.meta.url), 'utf8');
  const [documented, example] = [await read('docs/scaling.md'), await read('.env.example')];
  const rows = Object.entries(tableRetention).map(([table, expected]) => rowOf(table, expected));
  expect(rows.filter((row) => !documented.includes(row))).toEqual([]);
  const pairs = Object.entries(usualRetention).map(([name, days]) => `${nameOf(name)}=${days}`);
  expect(example).toContain(`\nKEEP_DAYS=${pairs.join()}\n`);
});
