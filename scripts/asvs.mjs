// Checks docs/asvs.md: it has each row of levels 1 and 2 of the standard once, the proof that a row names exists,
// and the sums are right. docs/asvs-levels.json holds the level of each row of each section, one digit each.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path) => readFileSync(join(root, path), 'utf8');

const rowShape = /^\| (\d+\.\d+\.\d+) \| (\d) \| [^|]+ \| (met|not met|not applicable) \| (.+) \|$/;
const fileShape = /^[\w@.-]+(\/[\w@.-]+)*\.(ts|tsx|mjs|md|json|yaml|conf|html|sql|txt)$|Dockerfile/;

const wanted = new Map(
  Object.entries(JSON.parse(read('docs/asvs-levels.json')))
    .flatMap(([section, levels]) => [...levels].map((level, index) => [`${section}.${index + 1}`, level]))
    .filter(([, level]) => level !== '3'),
);

const text = read('docs/asvs.md');
const lines = text.split('\n').filter((line) => /^\| \d+\.\d+\.\d+ /.test(line));
const problems = [];

// A path counts from the root of the repository or, as most do, from the server's sources.
const locate = (path) => [path, `apps/api/src/${path}`].find((place) => existsSync(join(root, place)));

// Words in “” are in the file that is named before them.
const checkProof = (id, proof) => {
  let file;
  for (const [, code, quote] of proof.matchAll(/`([^`]+)`|“([^“”]+)”/g)) {
    if (code && fileShape.test(code)) {
      file = locate(code);
      if (!file) problems.push(`${id}: there is no file ${code}`);
    }
    if (quote && !file) problems.push(`${id}: “${quote}” belongs to no file`);
    if (quote && file && !read(file).includes(quote))
      problems.push(`${id}: ${file} does not hold “${quote}”`);
  }
  return file;
};

const sums = { 1: {}, 2: {} };
const seen = new Set();
for (const line of lines) {
  const [, id, level, status, proof] = rowShape.exec(line) ?? [];
  if (!id) {
    problems.push(`This row has another shape: ${line.slice(0, 60)}`);
    continue;
  }
  if (seen.has(id)) problems.push(`${id} is there twice`);
  seen.add(id);
  if (wanted.get(id) !== level)
    problems.push(`${id} is of level ${wanted.get(id) ?? 'none that counts'}, not ${level}`);
  const file = checkProof(id, proof);
  if (status === 'met' && !file) problems.push(`${id} is met without a file that shows it`);
  if (wanted.get(id) === level) sums[level][status] = (sums[level][status] ?? 0) + 1;
}
for (const id of wanted.keys()) if (!seen.has(id)) problems.push(`${id} is missing`);

const sumOf = (level) => {
  const count = (status) => sums[level][status] ?? 0;
  return `| ${level} | ${count('met')} | ${count('not met')} | ${count('not applicable')} |`;
};
for (const level of [1, 2])
  if (!text.includes(sumOf(level))) problems.push(`The sums of level ${level} are ${sumOf(level)}`);

for (const problem of problems) console.error(`docs/asvs.md: ${problem}`);
console.log(`${seen.size} of ${wanted.size} rows`);
process.exit(problems.length ? 1 : 0);
