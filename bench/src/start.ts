// From `npm start` to ready, with a new data folder and with one that is there, beside the embedded database and Node alone.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@ballast/harness/free-port';
import { root } from '@ballast/harness/portal';

// In turns, because machines are noisy; the first one only warms up.
const turns = 7;

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const milliseconds = (ms: number) => `${Math.round(ms)} ms`.padStart(9);

const npmStart = async (dataDir: string) => {
  const env = { ...process.env, PORT: String(await freePort()), DATA_DIR: dataDir, LOG_LEVEL: 'silent' };
  const began = performance.now();
  const child = spawn('npm', ['start', '--silent'], { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  while (!/ is ready$/m.test(said)) await once(child.stdout, 'data');
  const readyMs = performance.now() - began;
  child.kill('SIGTERM');
  await once(child, 'exit');
  return readyMs;
};

const nodeAlone = (...args: string[]) => {
  const began = performance.now();
  const { status } = spawnSync(process.execPath, args, { cwd: join(root, 'apps/api') });
  if (status !== 0) throw new Error(`node ${args.join(' ')} ended with ${status}`);
  return performance.now() - began;
};

// Opens the folder, asks one question and ends.
const openDatabase = (folder: string) => `
  const { PGlite } = await import('@electric-sql/pglite');
  const database = await PGlite.create(${JSON.stringify(folder)});
  await database.query('select 1');
  process.exit(0);`;

export const measureStart = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ballast-bench-'));
  const usedFolder = join(folder, 'used');
  const times = {
    first: [] as number[],
    later: [] as number[],
    database: [] as number[],
    node: [] as number[],
  };
  for (let turn = 0; turn <= turns; turn += 1) {
    const first = await npmStart(join(folder, `new-${turn}`));
    const later = await npmStart(usedFolder);
    const database = nodeAlone('--input-type=module', '-e', openDatabase(join(usedFolder, 'postgres')));
    const node = nodeAlone('-e', '0');
    if (turn === 0) continue;
    times.first.push(first);
    times.later.push(later);
    times.database.push(database);
    times.node.push(node);
  }
  rmSync(folder, { recursive: true });

  const [first, later, node] = [median(times.first), median(times.later), median(times.node)];
  // Node's own start is part of both.
  const database = median(times.database) - node;
  const ratio = (part: number, whole: number) => (part / whole).toFixed(2);
  console.log(`From npm start to ready (installed and built), median of ${turns} turns`);
  console.log(`  node -e 0                   ${milliseconds(node)}`);
  console.log(`  the embedded database alone ${milliseconds(database)}`);
  console.log(
    `  later start                 ${milliseconds(later)}   ${ratio(later, database + node)} × their sum   budget 3 ×`,
  );
  console.log(
    `  first start, a new folder   ${milliseconds(first)}   ${ratio(first, later)} × a later start   budget 1.3 ×\n`,
  );
};
