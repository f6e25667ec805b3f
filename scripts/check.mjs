// npm run check: format and lint, types, who may import whom, dead code, regular expressions, the routes in deploy/, the
// proofs in docs/asvs.md, and the prose of comments and documents.
import { runSteps } from './steps.mjs';

const workspaces = [
  'packages/contract',
  'packages/evm',
  'packages/harness',
  'packages/cli',
  'packages/docs',
  'apps/api',
  'apps/web',
  'e2e',
  'bench',
];

export const checkSteps = [
  { title: 'Format and lint', command: ['biome', 'ci', '--error-on-warnings', '.'] },
  ...workspaces.map((workspace) => ({ title: `Types: ${workspace}`, command: ['tsc', '-p', workspace] })),
  { title: 'Who may import whom', command: ['node', 'scripts/imports.mjs'] },
  { title: 'Dead code', command: ['knip'] },
  { title: 'Work of regular expressions', command: ['node', 'scripts/linear-expressions.mjs'] },
  { title: 'Routes of the gateways', command: ['node', 'scripts/gateway-routes.mjs', '--check'] },
  { title: 'Proofs in docs/asvs.md', command: ['node', 'scripts/asvs.mjs'] },
  { title: 'Prose of comments and documents', command: ['node', 'scripts/prose.mjs'] },
];

if (process.argv[1]?.endsWith('check.mjs')) runSteps(checkSteps);
