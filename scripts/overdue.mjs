// npm run overdue: which dependency is overdue by docs/security/dependencies.md, and what advisories there are. It asks the
// registry, so it runs before a release and every week, and not with the tests.
import { execFile, spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';

const run = promisify(execFile);
const overdueAfterDays = 90;
const askedAtOnce = 8;
// What stays behind on purpose, and until when; only tests use it.
const heldBack = new Map([['hardhat', 'until Node 20 no longer installs Ballast: from 3.10 on it needs 22']]);

const root = new URL('..', import.meta.url).pathname;
const readPackage = (file) => JSON.parse(readFileSync(`${root}/${file}`, 'utf8'));
const { workspaces } = readPackage('package.json');
const manifests = [
  'package.json',
  ...globSync(
    workspaces.map((folder) => `${folder}/package.json`),
    { cwd: root },
  ),
].map(readPackage);
const isRelease = (version) => /^\d+\.\d+\.\d+$/.test(version);
const own = new Set(manifests.map(({ name }) => name));
const used = new Map(
  manifests
    .flatMap(({ dependencies, devDependencies, optionalDependencies }) =>
      Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies }),
    )
    // An old version under a name of its own is there because it is old.
    .filter(([name, version]) => !own.has(name) && isRelease(version)),
);

const numbers = (version) => version.split('.').map(Number);
const compareVersions = (one, other) => {
  const [a, b] = [numbers(one), numbers(other)];
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
};
const daysSince = (date) => Math.floor((Date.now() - Date.parse(date)) / 86_400_000);

// A new major version is a decision of its own, so it is told and never overdue.
const judge = (name, version, published) => {
  const newer = Object.keys(published)
    .filter((each) => isRelease(each) && compareVersions(each, version) > 0)
    .sort(compareVersions);
  const next = newer.find((each) => numbers(each)[0] === numbers(version)[0]);
  const days = next ? daysSince(published[next]) : 0;
  return {
    name,
    version,
    newest: newer.at(-1) ?? version,
    days,
    overdue: days > overdueAfterDays && !heldBack.has(name),
  };
};

const waiting = [...used];
const judged = [];
const askOneByOne = async () => {
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [name, version] = next;
    const { stdout } = await run('npm', ['view', name, 'time', '--json'], { maxBuffer: 64 * 1024 * 1024 });
    judged.push(judge(name, version, JSON.parse(stdout)));
  }
};
await Promise.all(Array.from({ length: askedAtOnce }, askOneByOne));

for (const { name, version, newest, days, overdue } of judged.sort((a, b) => b.days - a.days)) {
  if (newest === version) continue;
  const held = heldBack.has(name) ? `, held back ${heldBack.get(name)}` : '';
  console.log(`${overdue ? '✗' : ' '} ${name} ${version}, newest ${newest}, behind for ${days} days${held}`);
}
const overdue = judged.filter((each) => each.overdue).length;
console.log(
  `${judged.length} dependencies, ${overdue} overdue (behind for more than ${overdueAfterDays} days)\n`,
);

const audit = spawnSync('npm', ['audit', '--omit=dev'], { cwd: root, stdio: 'inherit' });
if (audit.status) console.log('npm audit knows advisories, or could not look them up');
process.exitCode = overdue || audit.status ? 1 : 0;
