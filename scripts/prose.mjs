// Refuses comments and Markdown that are hard to read: words with two readings, participles as nouns, long sentences.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readIdentifiers, readProse, readTexts } from './prose/read-prose.mjs';

const checkedFolders = ['.', 'apps', 'bench', 'docs', 'e2e', 'packages', 'scripts'];

const longestSentence = 30;

const forbiddenWords = [
  { pattern: /\bwho(m|so)?ever\b/i, advice: 'name the person' },
  { pattern: /\bstands\b/i, advice: 'say what it is or does' },
  { pattern: /\bstand (in|for|alone|at|on|beside|under|over|behind)\b/i, advice: 'say what it is or does' },
  { pattern: /\b(the|an?|its|their|this|each|every) (asked|told|kept)\b/i, advice: 'use a noun' },
];

// docs/words.md says what to write instead.
const forbiddenTexts = /\b(who(m|so)?ever|stands|somebody|is asked for|second factors?|old values?)\b/i;

// The texts that developers and operators see, in code and in guides.
const showsTexts = (file) =>
  /^(apps\/web\/src|packages\/(contract|cli)\/src)\/|^apps\/api\/src\/.*(mails|-commands)\.ts$|^a\.tsx?$/.test(
    file,
  ) && !/\.test|\/testing\/|\/contract\/src\/operator\/|dev-ui/.test(file);
const isGuide = (file) => /^packages\/docs\/(guides|fragments)\/|^guide\.md$/.test(file);

const textsOf = (file, text) => {
  if (isGuide(file)) return readProse(file, text).map(({ line, text: value }) => ({ line, value }));
  return showsTexts(file) ? readTexts(file, text) : [];
};

// These files repeat a name of the operators' HTTP answers.
const wireNames = new Set([
  'apps/api/src/app/processes/serve-operators.ts',
  'apps/api/src/features/operator/log/operator-entries.test.ts',
  'apps/api/src/features/operator/users/user-commands.ts',
  'packages/contract/src/operator/users.ts',
]);

const forbiddenName = /^(asked|told|kept)$|^([A-Z]\w*)?(Asked|Told|Kept)$/;

const countWords = (text) => text.split(/\s+/).filter((word) => /\w/.test(word)).length;

const findFaults = (sentence) => {
  const words = forbiddenWords.flatMap(({ pattern, advice }) => {
    const found = pattern.exec(sentence)?.[0];
    return found ? [`“${found}”: ${advice}`] : [];
  });
  const count = countWords(sentence);
  return count > longestSentence ? [...words, `${count} words, at most ${longestSentence}`] : words;
};

// A sentence ends at a full stop, a question mark or an exclamation mark before a space.
const sentencesOf = ({ line, text }) => {
  let next = line;
  return text.split(/(?<=[.!?][)"”’*]{0,3})(?=\s)/).map((sentence) => {
    const before = sentence.length - sentence.trimStart().length;
    const start = next + sentence.slice(0, before).split('\n').length - 1;
    next += sentence.split('\n').length - 1;
    return { line: start, sentence: sentence.trim().replace(/\s+/g, ' ') };
  });
};

const check = (file, text) => {
  const faults = readProse(file, text)
    .flatMap(sentencesOf)
    .flatMap(({ line, sentence }) =>
      findFaults(sentence).map((fault) => `${file}:${line}: ${fault}: ${sentence.slice(0, 60)}…`),
    );
  const names = readIdentifiers(file, text).filter(
    ({ name }) => forbiddenName.test(name) && !wireNames.has(file),
  );
  const odd = textsOf(file, text).flatMap(({ line, value }) => {
    const found = forbiddenTexts.exec(value)?.[0];
    return found ? [`${file}:${line}: the text has “${found}”: see docs/words.md`] : [];
  });
  return [
    ...faults,
    ...odd,
    ...names.map(({ line, name }) => `${file}:${line}: the name ${name}: use a noun`),
  ];
};

// A check that has gone blind finds nothing, so it is tried on these first.
const long = 'word '.repeat(longestSentence + 1);
const refused = [
  ['a.md', 'It belongs to whoever asks.'],
  ['a.md', `- One.\n  ${long}.`],
  ['a.md', `| cell | ${long} |`],
  ['a.ts', '// The portal stands\n// behind a proxy.'],
  ['a.ts', 'const told = 1;'],
  ['a.ts', 'type CodeAsked = string;'],
  ['a.css', `/* ${long} */`],
  ['a.ts', "const title = 'Somebody signed in';"],
  ['a.tsx', 'const view = <p>A line stands here.</p>;'],
  ['guide.md', 'Add a second factor.'],
];
const allowed = [
  ['a.md', `Run this:\n\n\`\`\`\n${long}\n\`\`\`\n\nThe owner is told. \`whoever\` is code.`],
  ['a.md', `${long.slice(0, 60)}. ${long.slice(0, 120)}.`],
  ['a.ts', "const answer = 'Anyone can read it'; // The owner is asked."],
];
const problems = [
  ...refused
    .filter((sample) => check(...sample).length !== 1)
    .map(([, text]) => `No longer refused: ${text}`),
  ...allowed.flatMap((sample) => check(...sample)).map((fault) => `Refused without reason: ${fault}`),
];

const root = fileURLToPath(new URL('..', import.meta.url));
const folders = process.argv.length > 2 ? process.argv.slice(2) : checkedFolders;
const files = folders.flatMap((folder) =>
  globSync(folder === '.' ? '*.{md,ts,cjs}' : `${folder}/**/*.{md,ts,tsx,js,mjs,cjs,css}`, {
    cwd: root,
    exclude: ['**/node_modules', '**/dist', '**/test-results'],
  }),
);
for (const file of files) problems.push(...check(file, readFileSync(join(root, file), 'utf8')));

if (!files.length) problems.push(`There is nothing to read in ${folders.join(', ')}`);
for (const problem of problems) console.error(problem);
console.log(`${files.length} files in ${folders.join(', ')}`);
process.exit(problems.length ? 1 : 0);
