// Refuses a regular expression whose work can grow faster than the text that it reads: one long text of a stranger would
// then stop a process for everybody.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findAttack } from './linear-expressions/attack.mjs';
import { findExpressions } from './linear-expressions/find.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

// What only tests run reads what the product itself wrote.
const onlyInTests = /\.test\.tsx?$|\/(testing|harness)\//;

// What is put together when it runs cannot be read here, so each place says why its work is linear.
const builtIn = {
  'scripts/linear-expressions/attack.mjs': 'it tries one character',
  'scripts/linear-expressions/count-steps.mjs': 'it tries one character, or is only read',
  'apps/api/src/features/second-factors/recovery-codes.ts': 'one class, a fixed number of times',
  'packages/cli/src/commands/api/idempotency.ts': 'a route of the contract: its parameters end at a slash',
  'packages/cli/src/terminal/streams.ts': 'a random mark, of which no part repeats, before digits',
  'packages/contract/src/characters.ts': 'expressions that are checked where they are written, side by side',
  'packages/contract/src/keys/key-restrictions.ts':
    'words and the signs between them have no character in common',
  'packages/contract/src/keys/key-usage.ts': 'everything in it is repeated a fixed number of times',
};

// A checker that has gone blind would find nothing: it must read so many, and tell these apart.
const leastExpressions = 100;
const slow = [
  /(a+)+$/,
  /^(a|aa)+$/,
  /\/+$/,
  /(ab)+$/,
  /<button[^>]*>.*?<\/button>/g,
  /^.*\bon user\b.*?\b(from \S+.*)$/i,
];
const linear = [
  /^\/+$/,
  /^(ab)+$/,
  /<button[^<>]*>[^<]*<\/button>/g,
  /(?<![^a-z])[^a-z]*$/i,
  /[\w+/=~.$-]{20,}/g,
];

const problems = [];
for (const expression of slow)
  if (findAttack(expression) === null) problems.push(`The check no longer refuses ${expression}`);
for (const expression of linear)
  if (findAttack(expression) !== null) problems.push(`The check refuses ${expression}, which is linear`);

const files = globSync('{apps,packages,scripts,deploy}/**/*.{ts,tsx,js,mjs,cjs}', {
  cwd: root,
  exclude: ['**/node_modules', '**/dist'],
}).filter((file) => !onlyInTests.test(file) && file !== 'scripts/linear-expressions.mjs');

const builders = new Set();
let read = 0;
for (const file of files) {
  const { written, built } = findExpressions(file, readFileSync(join(root, file), 'utf8'));
  read += written.length;
  for (const { line, source, flags } of written) {
    const word = findAttack({ source, flags });
    if (word !== null)
      problems.push(
        `${file}:${line}: /${source}/${flags} does more than linear work on ${JSON.stringify(word)} repeated`,
      );
  }
  if (built.length) builders.add(file);
  for (const { line } of builtIn[file] ? [] : built)
    problems.push(
      `${file}:${line}: write the expression out, or say in scripts/linear-expressions.mjs why it is linear`,
    );
}
for (const file of Object.keys(builtIn))
  if (!builders.has(file))
    problems.push(`scripts/linear-expressions.mjs: ${file} puts no expression together`);

if (read < leastExpressions) problems.push(`Only ${read} regular expressions were read`);
for (const problem of problems) console.error(problem);
console.log(`${read} regular expressions in ${files.length} files`);
process.exit(problems.length ? 1 : 0);
