// Runs commands one after the other and stops at the first that fails.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

export const runSteps = (steps) => {
  for (const [title, command, ...args] of steps) {
    const began = performance.now();
    console.log(`\n▸ ${title}`);
    const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit' });
    if (status !== 0) {
      console.error(`✗ ${title}`);
      process.exit(status ?? 1);
    }
    console.log(`✓ ${title} (${Math.round((performance.now() - began) / 100) / 10} s)`);
  }
};
