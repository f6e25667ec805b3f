// npm run check: format and lint, types, who may import whom, dead code.
import { runSteps } from './steps.mjs';

const workspaces = [
  'packages/contract',
  'packages/evm',
  'packages/harness',
  'packages/cli',
  'apps/api',
  'apps/web',
  'e2e',
  'bench',
];

export const checkSteps = [
  ['Biome: format and lint', 'biome', 'ci', '--error-on-warnings', '.'],
  ...workspaces.map((workspace) => [`Types: ${workspace}`, 'tsc', '-p', workspace]),
  ['Imports: who may import whom', 'node', 'scripts/imports.mjs'],
  ['Dead code', 'knip'],
];

if (process.argv[1]?.endsWith('check.mjs')) runSteps(checkSteps);
