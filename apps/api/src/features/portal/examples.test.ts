// Every example of the reference is run as it is shown, by curl in a shell, against a portal whose clock does not move.
import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Example, examples } from '@ballast/docs/reference/examples';
import { inOtherLanguages } from '@ballast/docs/reference/languages';
import { operations } from '@ballast/docs/reference/openapi';
import { createClock } from '@ballast/harness/clock';
import { waitFor } from '@ballast/harness/wait-for';
import { expect, test } from 'vitest';
import { logInCli } from '../../../testing/cli-login.ts';
import { useTestApp } from '../../../testing/test-app.ts';

const clock = createClock(new Date('2026-11-16T09:41:00.000Z'));
const app = useTestApp({ clock });

// RECORD_EXAMPLES=1 writes it anew.
const recordFile = join(import.meta.dirname, '../../../../../packages/docs/src/reference/answers.json');

type Answer = { status: number; answer: unknown };

const run = async (line: string, home: string, env: Record<string, string>): Promise<Answer> => {
  const { stdout } = await promisify(execFile)('sh', ['-c', line.replaceAll('%URL%', app().url)], {
    env: { PATH: process.env.PATH ?? '', HOME: home, ...env },
  });
  const end = stdout.lastIndexOf('\n');
  const text = stdout.slice(0, end);
  return { status: Number(stdout.slice(end + 1)), answer: text ? JSON.parse(text) : null };
};

// Each language prints the same answer. A call that changes something cannot be repeated, so that only its code is checked.
const programs: Record<string, { file: string; run: string; check: string }> = {
  typescript: {
    file: 'example.ts',
    run: `${process.execPath} --no-warnings example.ts`,
    check: `${process.execPath} --check --experimental-strip-types example.ts`,
  },
  python: { file: 'example.py', run: 'python3 example.py', check: 'python3 -m py_compile example.py' },
  go: { file: 'example.go', run: 'go run example.go', check: 'gofmt -l -e example.go' },
};
const isInstalled = (command: string) => spawnSync('sh', ['-c', `command -v ${command}`]).status === 0;
const installed = ['python3', 'gofmt'].filter(isInstalled);

const runOthers = async (step: Example, home: string, env: Record<string, string>) => {
  for (const { id, text } of inOtherLanguages(step.line, true)) {
    const program = programs[id];
    if (!program || (id !== 'typescript' && !installed.some((name) => program.check.startsWith(name))))
      continue;
    await writeFile(join(home, program.file), `${text.replaceAll('%URL%', app().url)}\n`);
    // Go needs seconds to compile a program.
    const repeats = step.operation.startsWith('GET ') && id !== 'go';
    const { stdout } = await promisify(execFile)('sh', ['-c', repeats ? program.run : program.check], {
      cwd: home,
      env: { PATH: process.env.PATH ?? '', HOME: home, ...env },
    });
    if (repeats) expect(stdout.trim(), `${step.operation} in ${id}`).not.toBe('');
    else expect(stdout.trim(), `${step.operation} in ${id}`).toBe('');
  }
};

const hasHappened = ({ until }: Example, { answer }: Answer) => {
  const [first] = [answer].flat() as Record<string, unknown>[];
  return !until || first?.[until.field] === until.value;
};

const keep = (env: Record<string, string>, { keeps }: Pick<Example, 'keeps'>, { answer }: Answer) => {
  for (const [variable, field] of Object.entries(keeps))
    env[variable] = String((answer as Record<string, unknown>)[field]);
};

// What is drawn by lot becomes the same in each run: the first id of the story is always the first one of the record.
const openRecord = () => {
  const ids = new Map<string, string>();
  const keys = new Map<string, string>();
  const numbered = (seen: Map<string, string>, found: string, write: (number: number) => string) => {
    if (!seen.has(found)) seen.set(found, write(seen.size + 1));
    return seen.get(found) ?? '';
  };
  return (answer: unknown) =>
    JSON.parse(
      JSON.stringify(answer)
        .replaceAll(app().url, 'http://portal.localhost')
        .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) =>
          numbered(ids, id, (number) => `0d8e3c1a-52f4-4b7e-9a60-${String(number).padStart(12, '0')}`),
        )
        .replace(/(blst_test_)(\w{38})/g, (key, prefix: string) =>
          numbered(keys, key, (number) => `${prefix}${String(number).repeat(38)}`),
        )
        .replace(/"version":"[^"]+"/, '"version":"0.1.0"')
        .replace(/curl\/[\d.]+/g, 'curl/8.14.1'),
    );
};

test('every example of the reference answers what stands beside it', async (context) => {
  context.skip(spawnSync('curl', ['--version']).status !== 0, 'curl is not on this machine');
  const home = await mkdtemp(join(tmpdir(), 'ballast-story-'));
  await writeFile(join(home, '.curlrc'), 'silent\nwrite-out = "\\n%{http_code}"\n');
  const mara = await app().verifiedUser('mara@northwind.dev');
  app().skipSeconds(1);
  const { token } = await logInCli(app(), mara);

  const env: Record<string, string> = { BALLAST_TOKEN: token };
  const inRecord = openRecord();
  const record: Record<string, Answer> = {};
  for (const step of examples) {
    // What is waited for happens at the time of the step before.
    if (!step.until) app().skipSeconds(60);
    if (step.before) keep(env, step.before, await run(step.before.line, home, env));
    const lastAnswer = await waitFor(`the answer to ${step.operation}`, async () => {
      const ended = await run(step.line, home, env);
      if (!hasHappened(step, ended)) throw new Error(`it is ${JSON.stringify(ended)}`);
      return ended;
    });
    await runOthers(step, home, env);
    keep(env, step, lastAnswer);
    record[step.operation] = { status: lastAnswer.status, answer: inRecord(lastAnswer.answer) };
  }
  await rm(home, { recursive: true });

  expect(Object.values(record).map(({ status }) => Math.floor(status / 100))).toEqual(examples.map(() => 2));
  // A field that an answer has gained since it was recorded is no fault of the example.
  if (process.env.RECORD_EXAMPLES) await writeFile(recordFile, `${JSON.stringify(record, null, 2)}\n`);
  expect(record).toMatchObject(JSON.parse(await readFile(recordFile, 'utf8')));
});

// What a tool does once, with secrets of its own making, or only a service that signs; the command line's own code shows how.
const describeAnswer =
  /^([A-Z]+ \/api\/cli\/|POST \/v1\/leak-reports|POST \/api\/key-leaks|GET \/api\/activities\/export)/;

test('every call that a developer makes has an example that is run', () => {
  const lastAnswer = new Set(examples.map(({ operation }) => operation));
  const untold = operations
    .filter((call) => !call['x-portal-only'])
    .map(({ method, path }) => `${method} ${path}`)
    .filter((operation) => !lastAnswer.has(operation) && !describeAnswer.test(operation));
  expect(untold).toEqual([]);
});
