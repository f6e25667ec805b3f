import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const processes = 4;
const folders = 40;
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ballast-secrets-'));
});
afterAll(() => rm(folder, { recursive: true }));

// Each process asks for the secrets of every folder, all from the same moment on.
const script = `
  const { loadSecrets } = await import(${JSON.stringify(new URL('./secrets.ts', import.meta.url).href)});
  const [at, ...dataDirs] = process.argv.slice(1);
  while (Date.now() < Number(at));
  console.log(JSON.stringify(dataDirs.map((dataDir) => loadSecrets({ dataDir }))));`;

test('processes that start together on a new folder agree on its secrets', async () => {
  const dataDirs = Array.from({ length: folders }, (_, number) => join(folder, String(number)));
  for (const dataDir of dataDirs) await mkdir(dataDir);
  const startAt = String(Date.now() + 3000);
  const args = ['--input-type=module', '-e', script, startAt, ...dataDirs];
  const answers = await Promise.all(
    Array.from({ length: processes }, () => promisify(execFile)(process.execPath, args)),
  );
  const [first, ...others] = answers.map(({ stdout }) => JSON.parse(stdout));
  for (const other of others) expect(other).toEqual(first);
  for (const dataDir of dataDirs) {
    expect(await readdir(dataDir)).toEqual(['secrets.json']);
    expect((await stat(join(dataDir, 'secrets.json'))).mode & 0o777).toBe(0o600);
  }
});
