// A backup is taken from a portal that goes on running, and put into a database of its own.
import { appendFile, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { createKey, deleteKey, listKeys } from '@ballast/contract/keys/api-keys';
import { checkKey } from '@ballast/contract/keys/key-check';
import { afterAll, expect, test } from 'vitest';
import { openTestDatabase } from '../../../testing/databases/database.ts';
import { openOperator } from '../../../testing/operator.ts';
import { productionSettings } from '../../../testing/production-settings.ts';
import { startTestApp, useTestApp } from '../../../testing/test-app.ts';
import { restoreBackup } from './restore-backup.ts';
import { writeBackup } from './write-backup.ts';

const { SIGNING_KEY, TOKEN_PEPPER, KEY_ENCRYPTION_KEYS } = productionSettings;
const env = { SIGNING_KEY, TOKEN_PEPPER, KEY_ENCRYPTION_KEYS };
const app = useTestApp({ env });
const folder = await mkdtemp(join(tmpdir(), 'ballast-backup-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

let files = 0;
const backUp = async () => {
  files += 1;
  const file = join(folder, `${files}.backup`);
  return { file, sums: await writeBackup(app().deps.patientDb, file, app().now()) };
};

test('what was backed up is there after a restore, and works', async () => {
  const mara = await app().verifiedUser();
  const key = await mara.call(createKey, { body: { name: 'Ledger', environment: 'SANDBOX' } });
  await app().callAs(key.key)(checkKey);
  await app().deps.keyCheck.flushUsage();
  const { file, sums } = await backUp();
  const later = await mara.call(createKey, { body: { name: 'After', environment: 'SANDBOX' } });

  const database = await openTestDatabase();
  expect(await restoreBackup(database.patientDb, file)).toMatchObject({ sums });
  const restored = await startTestApp({ env, database });
  const again = await restored.signIn(mara.email);
  expect(await again.call(listKeys, { query: { environment: 'SANDBOX' } })).toEqual([
    expect.objectContaining({ id: key.id, key: key.key, name: 'Ledger', lastUsedAt: expect.any(String) }),
  ]);
  expect(await restored.callAs(key.key)(checkKey)).toMatchObject({ keyId: key.id });
  await expect(restored.callAs(later.key)(checkKey)).rejects.toMatchObject({ code: 'key_unknown' });

  // What numbers, counts and refuses by itself does so after a restore as before.
  await again.call(deleteKey, { params: { id: key.id } });
  await restored.stop();
});

test('a restore takes the place of what was there', async () => {
  const { file } = await backUp();
  const database = await openTestDatabase();
  const other = await startTestApp({ env, database });
  const stranger = await other.verifiedUser('stranger@northwind.dev');
  await restoreBackup(database.patientDb, file);
  await expect(other.signIn(stranger.email)).rejects.toMatchObject({ status: 400 });
  await other.stop();
});

test('a file that was cut off, changed or made by another version changes nothing', async () => {
  const mara = await app().verifiedUser();
  const { file } = await backUp();
  const text = gunzipSync(await readFile(file)).toString();
  const lines = text.trimEnd().split('\n');
  const [heading = '', ...rest] = lines;
  const damaged = {
    'no end': lines.slice(0, -1).join('\n'),
    'a name changed': text.replace(mara.email, 'mara-x@northwind.dev'),
    'another version': [heading.replace(/"migration":"\w+"/, '"migration":"0"'), ...rest].join('\n'),
    'a table that is not known': [heading, 'public.treasure\t[{}]', ...rest].join('\n'),
    'something else': 'hello',
  };
  for (const [what, content] of Object.entries(damaged)) {
    const bad = join(folder, `${what}.backup`);
    await writeFile(bad, gzipSync(content));
    await expect(restoreBackup(app().deps.patientDb, bad), what).rejects.toThrow();
  }
  const cut = join(folder, 'cut.backup');
  await writeFile(cut, (await readFile(file)).subarray(0, -40));
  await expect(restoreBackup(app().deps.patientDb, cut)).rejects.toThrow();
  await appendFile(cut, 'not compressed');
  await expect(restoreBackup(app().deps.patientDb, cut)).rejects.toThrow();
  expect((await app().signIn(mara.email)).user.email).toBe(mara.email);
});

test('operator backup writes a file of its owner alone, takes no other file’s place and is on record', async () => {
  const operator = await openOperator(app());
  const file = join(folder, 'nightly.backup');
  expect(await operator.json('backup', file, '--as', 'Zoë')).toMatchObject({
    file,
    bytes: (await stat(file)).size,
    tables: expect.arrayContaining([{ table: 'public.users', rows: expect.any(Number) }]),
  });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await operator.json('log')).entries[0]).toMatchObject({
    actor: 'deploy',
    as: 'Zoë',
    action: 'backup',
  });

  const twice = await operator.run('backup', file);
  expect(twice).toEqual({ exitCode: 1, problem: `${file} exists already: name another file.` });
  const nowhere = join(folder, 'missing', 'x.backup');
  const lost = await operator.run('backup', nowhere);
  expect(lost).toEqual({ exitCode: 1, problem: `${nowhere} cannot be written: its folder does not exist.` });
  const other = await operator.run('backup', join(folder, 'authorized_keys'));
  expect(other).toEqual({ exitCode: 2, problem: 'file must be an absolute path that ends with .backup' });
  expect(await operator.run('backup')).toEqual({ exitCode: 2, problem: 'Add the file to write.' });
  expect((await readdir(folder)).filter((name) => name.includes('unfinished'))).toEqual([]);
  await operator.close();
});

test('of two backups to one file at once one is whole and the other is refused', async () => {
  const file = join(folder, 'race.backup');
  const race = await Promise.allSettled(
    [1, 2].map(() => writeBackup(app().deps.patientDb, file, app().now())),
  );
  expect(race.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const database = await openTestDatabase();
  await restoreBackup(database.patientDb, file);
  await database.close();
});
