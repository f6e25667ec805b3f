// Checks the import rules, and that the checker really read the sources: one that reads nothing finds nothing.
import { createRequire } from 'node:module';
import { cruise } from 'dependency-cruiser';

const leastModules = 100;
const { forbidden, options } = createRequire(import.meta.url)('../.dependency-cruiser.cjs');
const { output } = await cruise(['apps', 'packages', 'e2e', 'bench'], {
  ...options,
  ruleSet: { forbidden },
  validate: true,
});

for (const { rule, from, to } of output.summary.violations) console.error(`${rule.name}: ${from} → ${to}`);
console.log(`${output.summary.totalCruised} modules, ${output.summary.totalDependenciesCruised} imports`);
if (output.summary.totalCruised < leastModules) {
  console.error(
    `Only ${output.summary.totalCruised} modules were read: the checker does not understand the sources`,
  );
  process.exit(1);
}
process.exit(output.summary.violations.length ? 1 : 0);
