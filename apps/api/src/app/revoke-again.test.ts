// What an operator hands to keys revoke-again after a restore: logs as collectors write them, and accounts that resist.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { createKey } from '@ballast/contract/keys/api-keys';
import { operatorUserMessages } from '@ballast/contract/operator/users';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openOperator } from '../../testing/operator.ts';
import { useTestApp } from '../../testing/test-app.ts';
import { faucetClaims } from '../features/faucet/tables.ts';

const app = useTestApp();
const folder = await mkdtemp(join(tmpdir(), 'ballast-revoke-again-'));
let operator: Awaited<ReturnType<typeof openOperator>>;
beforeAll(async () => {
  operator = await openOperator(app());
});
afterAll(async () => {
  await operator.close();
  await rm(folder, { recursive: true, force: true });
});

const since = new Date('2026-05-01T12:00:00Z');
const line = (facts: object, seconds = 1) =>
  JSON.stringify({ level: 30, time: since.getTime() + seconds * 1000, ...facts });
const entry = (action: string, account: string, seconds: number, more = {}) =>
  line({ event: 'operator_entry', action, target: `user ${account}`, ...more }, seconds);

let files = 0;
const written = async (content: string | Buffer, ending = 'log') => {
  files += 1;
  const file = join(folder, `${files}.${ending}`);
  await writeFile(file, content);
  return file;
};
const args = (file: string) => ['keys', 'revoke-again', file, '--since', since.toISOString()];
const read = async (...lines: string[]) => operator.json(...args(await written(lines.join('\n'))));
const statusOf = async (id: string) => (await operator.json('users', 'show', id)).status;
const newKey = async () => {
  const { call } = await app().verifiedUser();
  return (await call(createKey, { body: { name: 'ledger', environment: 'SANDBOX' } })).id;
};

test('lines behind the prefix of a collector are read, and the answer says how many', async () => {
  const keys = [await newKey(), await newKey()];
  const [first, second] = keys.map((key) => line({ event: 'key_deleted', key }));
  const file = await written(
    [
      `2026-05-01T12:00:01+00:00 vm ballast[712]: ${first}`,
      `api-1  | ${second}`,
      `api-1  | ${line({ event: 'login', account: crypto.randomUUID() }, -60)}`,
      '{ somebody else’s }',
    ].join('\r\n'),
  );
  const lines = { portal: 3, since: 2, others: 1 };
  expect(await operator.json(...args(file))).toMatchObject({ lines, ended: 2, revoked: keys, failed: [] });
  const { exitCode, out } = await operator.run(...args(file));
  expect(exitCode).toBe(0);
  expect(out).toContain('Read 3 lines of the portal’s log, 2 of them since 2026-05-01T12:00:00.000Z');
  expect(out).toContain('1 line is not the portal’s');
});

test('a log that a collector has compressed is read', async () => {
  const key = await newKey();
  const packed = gzipSync(line({ event: 'key_rotated', key }));
  expect(await operator.json(...args(await written(packed, 'log.gz')))).toMatchObject({ revoked: [key] });
  const cut = await written(packed.subarray(0, -12), 'log.gz');
  expect(await operator.run(...args(cut))).toEqual({
    exitCode: 1,
    problem: `${cut} cannot be read (Z_BUF_ERROR).`,
  });
});

test.each([
  ['is empty', ''],
  ['is in another form', '{"log":"{}","time":"2026-05-01T12:00:01Z"}\nkey_deleted'],
  ['is compressed in another way', Buffer.from('28b52ffd04580900', 'hex')],
])('a log that %s is no success', async (_, content) => {
  const file = await written(content);
  expect(await operator.run(...args(file))).toEqual({
    exitCode: 1,
    problem: `${file} has no line of the portal’s log that can be read: it must be text, one JSON object in each line. Nothing was ended.`,
  });
});

test('a log that ends before the backup is no success', async () => {
  const file = await written(line({ event: 'key_deleted', key: await newKey() }, -1));
  expect(await operator.run(...args(file))).toEqual({
    exitCode: 1,
    problem: `${file} has no line since 2026-05-01T12:00:00.000Z: its newest is of 2026-05-01T11:59:59.000Z. Nothing was ended.`,
  });
});

test('an account that cannot be erased is suspended and named, and all others are closed', async () => {
  const [busy, erased, barred] = await Promise.all([1, 2, 3].map(() => app().verifiedUser()));
  if (!busy || !erased || !barred) throw new Error('somebody is missing');
  const at = app().now();
  const claim = { driver: 'LEDGER', amount: 1, clientAddress: '203.0.113.9', createdAt: at } as const;
  const dueAt = new Date(at.getTime() + 365 * 24 * 3600 * 1000);
  await app()
    .deps.db.insert(faucetClaims)
    .values({ ...claim, dueAt, userId: busy.user.id });
  const file = await written(
    [
      line({ event: 'account_deleted', account: busy.user.id }),
      line({ event: 'account_deleted', account: erased.user.id }),
      entry('users suspend', barred.user.id, 2),
    ].join('\n'),
  );
  const { exitCode, out = '' } = await operator.run(...args(file), '--json');
  expect(exitCode).toBe(1);
  const failed = [{ id: busy.user.id, reason: operatorUserMessages.transferUnderWay }];
  const suspended = [barred.user.id, busy.user.id];
  expect(JSON.parse(out)).toMatchObject({ erased: [erased.user.id], suspended, failed });
  expect(await Promise.all(suspended.map(statusOf))).toEqual(['suspended', 'suspended']);
  const again = await operator.run(...args(file));
  expect(again.exitCode).toBe(1);
  expect(again.out).toContain(`${busy.user.id}: ${operatorUserMessages.transferUnderWay}`);
});

test('the times of the lines count, whatever their order', async () => {
  const [open, barred] = [await app().verifiedUser(), await app().verifiedUser()];
  const answer = await read(
    entry('users restore', open.user.id, 9),
    entry('users suspend', barred.user.id, 9),
    entry('users suspend', open.user.id, 5),
    entry('users restore', barred.user.id, 5),
  );
  expect(answer.suspended).toEqual([barred.user.id]);
});

test('whoever used a recovery code since is named, because it counts again', async () => {
  const { user } = await app().verifiedUser();
  expect(await read(line({ event: 'recovery_code_used', account: user.id }))).toMatchObject({
    changed: [user.id],
  });
});

test('what may have happened counts where it closes something, and erases and opens nothing', async () => {
  const [gone, barred] = [await app().verifiedUser(), await app().verifiedUser()];
  const key = await newKey();
  const unsure = { unsure: true };
  const answer = await read(
    line({ event: 'key_deleted', key, ...unsure }),
    line({ event: 'account_deleted', account: gone.user.id, ...unsure }),
    entry('users suspend', barred.user.id, 2, unsure),
    entry('users restore', barred.user.id, 3, unsure),
  );
  const suspended = [barred.user.id, gone.user.id];
  expect(answer).toMatchObject({ revoked: [key], erased: [], suspended });
});

test('a key that a line names by its beginning alone is nobody’s', async () => {
  const key = await newKey();
  expect(await read(line({ event: 'key_deleted', key: key.slice(0, 8) }))).toMatchObject({ ended: 0 });
});
