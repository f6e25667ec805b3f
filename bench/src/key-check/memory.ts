// What a process holds after a million keys, and after five times as many that do not exist as it keeps.
import { spawnSync } from 'node:child_process';
import { makeSecret } from '@ballast/harness/many-keys';
import { askAll, onceEach, questionWith } from '../load.ts';
import { startStage } from './stage.ts';

const million = 1_000_000;
const unknown = 100_000;

const residentMegabytes = (pid: number) =>
  Number(spawnSync('ps', ['-o', 'rss=', '-p', String(pid)]).stdout.toString()) / 1024;

export const measureMemory = async () => {
  const stage = await startStage(1);
  const pid = stage.portals[0]?.pid ?? 0;
  const rows: [string, number][] = [['at start', residentMegabytes(pid)]];
  const keys = await stage.newKeys(million);
  await askAll(stage.ports, onceEach(keys.map(questionWith)));
  rows.push(['after a million keys', residentMegabytes(pid)]);
  await askAll(stage.ports, onceEach(Array.from({ length: unknown }, () => questionWith(makeSecret()))));
  rows.push(['and 100,000 unknown keys', residentMegabytes(pid)]);

  console.log('Memory of one process (resident), each key asked once');
  for (const [name, megabytes] of rows)
    console.log(`  ${name.padEnd(40)}${`${Math.round(megabytes)} MB`.padStart(9)}`);
  console.log('  budget 300 MB\n');
  await stage.stop();
};
