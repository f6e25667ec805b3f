import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { hangsAfter } from '@ballast/harness/wait-for';
import { afterAll, beforeAll, expect, test } from 'vitest';

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
  console.log(JSON.stringify(dataDirs.map((dataDir) => loadSecrets({ dataDir }))));`;

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
