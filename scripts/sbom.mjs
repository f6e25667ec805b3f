// npm run sbom: the bill of materials of what runs, as CycloneDX, from the lock file and without a network.
// "npm sbom --omit dev" alone leaves out whatever a tool or a test needs, too: PostgreSQL's driver, for example.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
// The last one is installed only where the faucet is set to a network.
const workspaces = [
  'packages/contract',
  'packages/cli',
  'packages/docs',
  'apps/api',
  'apps/web',
  'packages/evm',
];

const readPackage = (folder) => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));

// Of these workspaces alone: npm gives no bill while the tools of the measurements ask for versions that contradict each other.
const everything = () => {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--loglevel', 'error'];
  args.push(...workspaces.flatMap((folder) => ['--workspace', folder]));
  return JSON.parse(execFileSync('npm', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }));
};

const ownName = readPackage('.');
const bill = everything();
const neededBy = new Map(bill.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));

const reached = new Set();
const reach = (ref) => {
  if (reached.has(ref)) return;
  reached.add(ref);
  for (const next of neededBy.get(ref) ?? []) reach(next);
};

// The graph also has what tests of a workspace need, so its first step comes from the package itself.
const parts = workspaces.map((folder) => {
  const { name, version, dependencies = {} } = readPackage(folder);
  const dependsOn = Object.entries(dependencies).map(([each, exact]) => `${each}@${exact}`);
  return { ref: `${name}@${version}`, dependsOn };
});
for (const { ref } of parts) reached.add(ref);
for (const { dependsOn } of parts) dependsOn.forEach(reach);

const unknown = [...reached].filter((ref) => !neededBy.has(ref));
if (unknown.length) throw new Error(`the lock file does not have ${unknown.join(', ')}`);

const product = `${ownName.name}@${ownName.version}`;
const { metadata } = bill;
const oldRoot = metadata.component['bom-ref'];
const graph = bill.dependencies
  .filter(({ ref }) => reached.has(ref))
  .map((each) => parts.find(({ ref }) => ref === each.ref) ?? each);

console.log(
  JSON.stringify(
    {
      ...bill,
      metadata: {
        ...metadata,
        component: { ...metadata.component, 'bom-ref': product, name: ownName.name },
      },
      components: bill.components.filter(
        (each) => each['bom-ref'] !== oldRoot && reached.has(each['bom-ref']),
      ),
      dependencies: [{ ref: product, dependsOn: parts.map(({ ref }) => ref) }, ...graph],
    },
    null,
    2,
  ),
);
