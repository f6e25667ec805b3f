import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { hangsAfter } from '@ballast/harness/wait-for';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeSecretValue } from '../runtime/secret-values/secret-kinds.ts';
import { loadSecrets, openSecrets } from './secrets.ts';

const processes = 4;
const folders = 40;
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ballast-secrets-'));
});
afterAll(() => rm(folder, { recursive: true }));

// Each process asks for the secrets of every folder, all from the moment on when the signal is there.
const script = `
  const { existsSync } = await import('node:fs');
  const { loadSecrets } = await import(${JSON.stringify(new URL('./secrets.ts', import.meta.url).href)});
  const [signal, ...dataDirs] = process.argv.slice(1);
  process.stderr.write('ready');
  while (!existsSync(signal));
  console.log(JSON.stringify(dataDirs.map((dataDir) => loadSecrets({ dataDir, secrets: {} }))));`;

const isReady = async ({ stderr }: ChildProcess) => {
  if (stderr) await hangsAfter('a process to be ready', once(stderr, 'data'));
};

test('processes that start together on a new folder agree on its secrets', async () => {
  const dataDirs = Array.from({ length: folders }, (_, number) => join(folder, String(number)));
  for (const dataDir of dataDirs) await mkdir(dataDir);
  const signal = join(folder, 'go');
  const args = ['--input-type=module', '-e', script, signal, ...dataDirs];
  const started = Array.from({ length: processes }, () => spawn(process.execPath, args));
  await Promise.all(started.map(isReady));
  const answers = Promise.all(started.map(({ stdout }) => text(stdout)));
  await writeFile(signal, '');
  const [first, ...others] = (await answers).map((answer) => JSON.parse(answer));
  for (const other of others) expect(other).toEqual(first);
  for (const dataDir of dataDirs) {
    expect(await readdir(dataDir)).toEqual(['secrets.json']);
    expect((await stat(join(dataDir, 'secrets.json'))).mode & 0o777).toBe(0o600);
  }
});

test('a file of an older version keeps its values and is brought into today’s form', async () => {
  const dataDir = join(folder, 'older');
  await mkdir(dataDir);
  const [pem, pepper, key] = [
    makeSecretValue.signing(),
    makeSecretValue.pepper(),
    makeSecretValue.encryption(),
  ];
  const older = { signingKey: pem, tokenPepper: pepper, encryptionKeys: [{ id: 'one', key }] };
  await writeFile(join(dataDir, 'secrets.json'), JSON.stringify(older));
  const loaded = loadSecrets({ dataDir, secrets: {} });
  expect(loaded).toMatchObject({
    signing: [{ value: pem }],
    pepper: [{ value: pepper }],
    encryption: [{ id: 'one', value: key }],
  });
  expect(JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8'))).toEqual({
    signingKeys: loaded.signing,
    tokenPeppers: loaded.pepper,
    encryptionKeys: loaded.encryption,
  });
});

test('a damaged file is one clear line', async () => {
  const dataDir = join(folder, 'damaged');
  await mkdir(dataDir);
  for (const text of ['{', '{"tokenPeppers":[{"id":"one","value":"short"}]}']) {
    await writeFile(join(dataDir, 'secrets.json'), text);
    expect(() => loadSecrets({ dataDir, secrets: {} })).toThrow(/secrets\.json is damaged: restore it/);
  }
});

test('row 13: the file is looked at once a second at most, however many keys are read; then a change is seen', async () => {
  const dataDir = join(folder, 'shared');
  await mkdir(dataDir);
  const given = { dataDir, secrets: {} };
  const loaded = loadSecrets(given);
  let now = 0;
  const here = openSecrets(given, loaded, () => now);
  const there = openSecrets(given, loaded);
  const [first] = here.list('pepper');
  const added = { id: 'added', value: makeSecretValue.pepper() };
  there.change('pepper')?.((list) => [added, ...list]);
  now = 999;
  expect(here.list('pepper')).toEqual([first]);
  now = 1000;
  expect(here.list('pepper')).toEqual([added, first]);
  // A file that is gone for a moment takes nothing away from a portal that runs.
  await rm(join(dataDir, 'secrets.json'));
  now = 2000;
  expect(here.list('pepper')).toEqual([added, first]);
});
