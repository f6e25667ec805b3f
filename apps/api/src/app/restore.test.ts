// What an old backup brings back, and how it is taken away again.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deleteAccount } from '@ballast/contract/auth/leaving';
import { updateSessionUser } from '@ballast/contract/auth/session';
import { completeCliAuth, fetchCliToken, revokeDevice } from '@ballast/contract/cli/cli-auth';
import { createKey, deleteKey, endGrace, rotateKey, updateKey } from '@ballast/contract/keys/api-keys';
import { checkKey } from '@ballast/contract/keys/key-check';
import { getProfile } from '@ballast/contract/profile';
import { readPortalLogs } from '@ballast/harness/portal-log';
import { afterAll, expect, test } from 'vitest';
import { logInCli, startCliLogin } from '../../testing/cli-login.ts';
import { databaseVariables } from '../../testing/databases/database.ts';
import { openOperator } from '../../testing/operator.ts';
import { productionSettings } from '../../testing/production-settings.ts';
import { failureOf, newAddress, password, startTestApp, useTestApp } from '../../testing/test-app.ts';
import { openLog } from '../runtime/observability/log.ts';
import { readConfig } from '../runtime/settings/config.ts';
import { openDatabase } from './parts/open-database.ts';
import { restore } from './restore.ts';

const { SIGNING_KEY, TOKEN_PEPPER, KEY_ENCRYPTION_KEYS } = productionSettings;
const env = { SIGNING_KEY, TOKEN_PEPPER, KEY_ENCRYPTION_KEYS };
const app = useTestApp({ env });
const folder = await mkdtemp(join(tmpdir(), 'ballast-restore-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

test('after a restore nobody is signed in, and keys that ended since the backup are revoked again by the log', async () => {
  const mara = await app().verifiedUser();
  const newKey = (name: string) => mara.call(createKey, { body: { name, environment: 'SANDBOX' } });
  const [untouched, deleted, rotated] = [
    await newKey('Kept'),
    await newKey('Deleted'),
    await newKey('Rotated'),
  ];
  const file = join(folder, 'nightly.backup');
  const operator = await openOperator(app());
  await operator.run('backup', file);
  await mara.call(deleteKey, { params: { id: deleted.id } });
  await mara.call(rotateKey, { params: { id: rotated.id } });
  await operator.close();

  const settings = { ...env, DATA_DIR: await mkdtemp(join(folder, 'data-')), ...(await databaseVariables()) };
  const answer = await restore(settings, file, { name: 'root', as: 'Zoë' });
  expect(answer.tables).toContainEqual({ table: 'public.api_keys', rows: 3 });

  const database = await openDatabase(readConfig(settings), openLog('silent'));
  const restored = await startTestApp({ env, database });
  await expect(restore(settings, file, { name: 'root', as: 'Zoë' })).rejects.toThrow(
    /stop every portal first|in use by another process/,
  );
  await expect(restored.callAs(mara.session.access_token)(getProfile)).rejects.toMatchObject({ status: 401 });
  const passes = async (value: string) =>
    restored
      .callAs(value)(checkKey)
      .then(
        () => true,
        () => false,
      );
  expect(await Promise.all([untouched, deleted, rotated].map(({ key }) => passes(key)))).toEqual([
    true,
    true,
    true,
  ]);

  const line = (event: string, key: string, time: Date) =>
    JSON.stringify({ event, key, time: time.getTime() });
  const [before, after] = [new Date(0), new Date(Date.now() + 1000)];
  const lines = [
    'a line of somebody else',
    line('key_deleted', untouched.id, before),
    line('key_updated', untouched.id, after),
    line('key_deleted', deleted.id, after),
    line('key_rotated', rotated.id, after),
    line('key_deleted', crypto.randomUUID(), after),
  ];
  const log = join(folder, 'portal.log');
  await writeFile(log, lines.join('\n'));
  const operatorThere = await openOperator(restored);
  expect((await operatorThere.json('log')).entries[0]).toMatchObject({
    actor: 'root',
    as: 'Zoë',
    action: 'restore',
  });
  const nobody = { erased: [], suspended: [], changed: [], failed: [] };
  const read = { since: answer.takenAt, lines: { portal: 5, since: 4, others: 1 } };
  const ended = { ...read, ended: 3, revoked: [deleted.id, rotated.id], ...nobody };
  expect(await operatorThere.json('keys', 'revoke-again', log)).toEqual(ended);
  expect(await operatorThere.json('keys', 'revoke-again', log)).toEqual({ ...ended, revoked: [] });
  expect(await Promise.all([untouched, deleted, rotated].map(({ key }) => passes(key)))).toEqual([
    true,
    false,
    false,
  ]);
  expect((await operatorThere.json('log', '--verify')).problems).toEqual([]);
  await operatorThere.close();
  await restored.stop();
});

test('a restore revives no token, grace or pending request, and the log ends again what else was ended since', async () => {
  const [mara, left, gone, barred, careful] = await Promise.all(
    ['mara', 'left', 'gone', 'barred', 'careful'].map((name) => app().verifiedUser(newAddress(name))),
  );
  if (!mara || !left || !gone || !barred || !careful) throw new Error('somebody is missing');
  const key = await mara.call(createKey, { body: { name: 'Restricted', environment: 'SANDBOX' } });
  const inGrace = await mara.call(createKey, { body: { name: 'In grace', environment: 'SANDBOX' } });
  await mara.call(rotateKey, { params: { id: inGrace.id }, body: { graceSeconds: 604_800 } });
  const tool = await logInCli(app(), mara);
  const waiting = await startCliLogin(app());
  await mara.call(completeCliAuth, { body: { state: waiting.state } });
  const file = join(folder, 'second.backup');
  const operator = await openOperator(app());
  await operator.run('backup', file);

  const since = new Date();
  await mara.call(updateKey, { params: { id: key.id }, body: { scopes: ['payments:read'] } });
  await mara.call(endGrace, { params: { id: inGrace.id } });
  await mara.call(revokeDevice, { params: { id: tool.deviceId } });
  await left.call(deleteAccount, { body: { email: left.email } });
  await operator.run('users', 'delete', gone.email, '--reason', 'asked', '--yes');
  await operator.run('users', 'suspend', barred.email, '--reason', 'abuse');
  const changed = { current_password: password, password: 'Brand-new-pass1!' };
  await careful.call(updateSessionUser, { query: {}, body: changed });
  const log = join(folder, 'second.log');
  await writeFile(log, readPortalLogs());
  await operator.close();

  const settings = { ...env, DATA_DIR: await mkdtemp(join(folder, 'data-')), ...(await databaseVariables()) };
  await restore(settings, file, { name: 'root', as: 'Zoë' });
  const database = await openDatabase(readConfig(settings), openLog('silent'));
  const restored = await startTestApp({ env, database });
  const statusOf = (value: string) =>
    restored
      .callAs(value)(checkKey)
      .then(
        () => 'passes',
        ({ code }) => code,
      );
  expect(await failureOf(restored.callAs(tool.token)(getProfile))).toMatchObject({ status: 401 });
  const { state, codeVerifier } = waiting;
  const fetched = restored.call(fetchCliToken, { body: { state, codeVerifier } });
  expect(await failureOf(fetched)).toMatchObject({ status: 404 });
  expect(await statusOf(inGrace.key)).toBe('key_revoked');
  expect(await statusOf(key.key)).toBe('passes');

  const operatorThere = await openOperator(restored);
  const args = ['keys', 'revoke-again', log, '--since', since.toISOString()] as const;
  const again = await operatorThere.json(...args);
  expect(again).toMatchObject({ revoked: [key.id], erased: [gone.user.id] });
  expect(again.changed).toEqual([careful.user.id]);
  expect(again.suspended.toSorted()).toEqual([barred.user.id, left.user.id].toSorted());
  expect(await statusOf(key.key)).toBe('key_revoked');
  expect(await operatorThere.json(...args)).toMatchObject({ revoked: [], erased: [], suspended: [] });
  expect((await operatorThere.run(...args)).out).toContain('reset the password');
  await operatorThere.close();
  await restored.stop();
});
