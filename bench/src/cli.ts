// This measures how fast the command line starts beside Node doing nothing, and how much npm downloads to install it.
import { spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { root, startPortal } from '@ballast/harness/portal';

const runs = 15;
const milliseconds = (ms: number) => `${ms.toFixed(0)} ms`.padStart(9);

// People run the tool on the machine's own Node, not on the one that the portal brings along.
const env = {
  ...process.env,
  PATH: (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.includes('node_modules'))
    .join(delimiter),
};

const duration = (args: string[]) => {
  const began = performance.now();
  const { status } = spawnSync('node', args, { env, stdio: 'ignore' });
  if (status !== 0) throw new Error(`node ${args.join(' ')} ended with ${status}`);
  return performance.now() - began;
};

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

// In turns, so that whatever else the machine does slows both alike.
const medians = (cases: string[][]) => {
  const times = cases.map((): number[] => []);
  for (let i = 0; i < runs; i += 1) for (const [c, args] of cases.entries()) times[c]?.push(duration(args));
  return times.map(median);
};

const packedBytes = async () => {
  const portal = await startPortal();
  const bytes = (await (await fetch(`${portal.url}/cli/ballast.tgz`)).arrayBuffer()).byteLength;
  await portal.stop();
  return bytes;
};

export const measureCli = async () => {
  const tool = join(root, 'packages/cli/dist/ballast.mjs');
  const [nodeAlone = 0, version = 0, help = 0] = medians([
    ['-e', '0'],
    [tool, '--version'],
    [tool, '--help'],
  ]);
  const ratio = (ms: number) => `${(ms / nodeAlone).toFixed(2)} × node -e 0`;
  const node = spawnSync('node', ['--version'], { env, encoding: 'utf8' }).stdout.trim();

  console.log(`The command line on Node ${node}, median of ${runs} runs`);
  console.log(`  node -e 0            ${milliseconds(nodeAlone)}`);
  console.log(`  ballast --version    ${milliseconds(version)}   ${ratio(version)}   budget 150 ms, 2.5 ×`);
  console.log(`  ballast --help       ${milliseconds(help)}   ${ratio(help)}`);
  console.log(
    `  /cli/ballast.tgz     ${`${((await packedBytes()) / 1000).toFixed(0)} KB`.padStart(9)}   budget 1000 KB\n`,
  );
};
