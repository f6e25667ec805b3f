// From `npm start` to ready: the first time, which creates the database, and every time after it.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPortal } from './server.ts';

const laterStarts = 3;
const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;

const nodeAlone = () => {
  const began = performance.now();
  spawnSync(process.execPath, ['-e', '0']);
  return performance.now() - began;
};

export const measureStart = async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'ballast-bench-'));
  const first = await startPortal(dataDir);
  await first.stop();
  const later: number[] = [];
  for (let i = 0; i < laterStarts; i += 1) {
    const portal = await startPortal(dataDir);
    later.push(portal.readyMs);
    await portal.stop();
  }
  rmSync(dataDir, { recursive: true });

  console.log('From npm start to ready (installed and built)');
  console.log(`  first start, creates the database   ${seconds(first.readyMs)}`);
  console.log(`  later starts                        ${later.map(seconds).join(', ')}   budget 3 s`);
  console.log(`  node -e 0                           ${seconds(nodeAlone())}\n`);
};
