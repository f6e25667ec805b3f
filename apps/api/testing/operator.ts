// The provider team's commands against an app in the test's process, as they would be typed.
import { serveOperators } from '../src/app/processes/serve-operators.ts';
import { runOperator } from '../src/features/operator/command-line/run-operator.ts';
import type { TestApp } from './test-app.ts';

// What is done without the portal is not to be done beside it.
const notHere = async () => {
  throw new Error('this command needs a process of its own');
};

// The same against portals that run as processes.
export const operatorOn =
  (dataDir: string) =>
  (...args: string[]) =>
    runOperator(args, { dataDir, systemUser: 'deploy', migrate: notHere, restore: notHere });

export const openOperator = async ({ deps, dataDir }: Pick<TestApp, 'deps' | 'dataDir'>) => {
  const close = await serveOperators(deps);
  const run = (...args: string[]) =>
    runOperator(args, {
      dataDir,
      systemUser: 'deploy',
      migrate: async () => ({ applied: [] }),
      restore: notHere,
    });
  const json = async (...args: string[]) => JSON.parse((await run(...args, '--json')).out ?? 'null');
  return { run, json, close };
};
