// Which tests belong to changed files. By vitest's own graph (--changed) every API test would: each starts the whole API. So
// the graph ends here at the parts that put the API together, and the tests beside a changed file are added.
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';

const sources = '{apps,packages}/*/{src,testing}/**/*.{ts,tsx}';
const isTest = (file) => /\.test\.ts$/.test(file);
const isLong = (file) => /\.long\.test\.ts$/.test(file);
const putsTogether = (file) =>
  /^apps\/(api\/testing\/|api\/src\/app\/|web\/src\/app\/)|\/endpoints\.ts$/.test(file);
const importShape = /(?:from |import |import\()'([^']+)'/g;

const resolveImport = (file, name) => {
  if (name.startsWith('.')) return normalize(join(dirname(file), name));
  const [, workspace, path] = /^@ballast\/([^/]+)\/(.+)$/.exec(name) ?? [];
  return workspace ? `packages/${workspace}/src/${path}.ts` : null;
};

// By file, those that import it.
const readImporters = () => {
  const importers = new Map();
  for (const file of globSync(sources))
    for (const [, name] of readFileSync(file, 'utf8').matchAll(importShape)) {
      const imported = resolveImport(file, name);
      if (!imported) continue;
      importers.set(imported, [...(importers.get(imported) ?? []), file]);
    }
  return importers;
};

const reach = (changed) => {
  const importers = readImporters();
  const reached = new Set(changed);
  for (const file of reached) {
    if (putsTogether(file) && !changed.includes(file)) continue;
    for (const importer of importers.get(file) ?? []) reached.add(importer);
  }
  return [...reached].filter(isTest);
};

const isSource = (file) => /^(apps|packages)\/[^/]+\/src\/.*\.tsx?$/.test(file);
const testsBeside = (file) => globSync(`${dirname(file)}/*.test.ts`);

const isMigration = (file) => file.startsWith('apps/api/migrations/');
const testsOfMigrations = (changed) =>
  changed.some(isMigration) ? globSync('apps/api/src/db/**/*.test.ts') : [];

export const testsOf = (changed) => {
  const files = changed.filter(isSource);
  const beside = files.filter((file) => !isTest(file)).flatMap(testsBeside);
  const found = new Set([...reach(changed), ...beside, ...testsOfMigrations(changed)]);
  return [...found].filter((file) => !isLong(file)).sort();
};

// What the browser tests call a feature, where it is not the name of its folder.
const otherNames = {
  profile: 'settings',
  providers: 'auth',
  'second-factors': 'security',
  portal: 'help',
  support: 'help',
};

const featureOf = (file) => {
  if (file.startsWith('packages/cli/src/')) return 'cli';
  const [, name] = /^apps\/(?:api|web)\/src\/features\/([^/]+)\//.exec(file) ?? [];
  const [, ofContract] = /^packages\/contract\/src\/([\w-]+)\.ts$/.exec(file) ?? [];
  const feature = name ?? ofContract;
  return otherNames[feature] ?? feature;
};

const wordsOf = (file) => basename(file).split('.')[0].split('-');
const sharesWord = (spec, files) => {
  const words = new Set(files.flatMap(wordsOf));
  return wordsOf(spec).some((word) => word.length > 3 && words.has(word));
};

// A large feature has minutes of browser tests: of these, the files that share a word of their name with a changed file, and
// otherwise the first ones. npm test runs them all.
const mostFiles = 4;
const choose = (feature, specs, changed) => {
  if (specs.length <= mostFiles) return specs;
  const named = specs.filter((spec) => sharesWord(spec, changed));
  const chosen = named.length ? named : specs.slice(0, mostFiles);
  console.log(`e2e/${feature}: ${chosen.length} of ${specs.length} files run, npm test runs them all`);
  return chosen;
};

export const browserTestsOf = (changed) => {
  const files = changed.filter((file) => isSource(file) && !isTest(file));
  const ofFeatures = Object.entries(Object.groupBy(files, featureOf)).flatMap(([feature, its]) =>
    choose(feature, globSync(`e2e/${feature}/*.spec.ts`).sort(), its),
  );
  return [...new Set([...changed.filter((file) => /^e2e\/.*\.spec\.ts$/.test(file)), ...ofFeatures])];
};
