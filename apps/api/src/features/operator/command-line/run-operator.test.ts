// What is wrong with a command is said in a line, before the portal is asked.
import { expect, test } from 'vitest';
import { runOperator } from './run-operator.ts';

const here = {
  migrate: async () => ({ applied: [] }),
  restore: async () => ({ takenAt: '2026-05-01T12:00:00Z', tables: [] }),
};
const run = (args: string[]) => runOperator(args, { dataDir: '/nowhere', systemUser: 'deploy', ...here });

test.each([
  [['requests', 'list', '--statu', 'all'], 'There is no option --statu. Did you mean --status?'],
  [['requests', 'list', '--frobnicate'], 'There is no option --frobnicate.'],
  [['requests', 'list', '--note', 'x'], 'There is no option --note.'],
  [['requests', 'list', '--status', 'x'], 'status must be pending, approved, denied or all'],
  [['requests', 'list', '--status'], '--status needs a value: --status STATUS'],
  [['requests', 'list', '--status', '--json'], '--status needs a value: --status STATUS'],
  [['requests', 'list', '--json=yes'], '--json takes no value.'],
  [['restore'], 'Name the backup to restore.'],
  [['restore', 'x'], 'All that the database holds now will be gone: say --yes.'],
  [['requests', 'list', 'more'], 'requests list: more is too much.'],
  [['requests', 'show', 'a', 'b'], 'requests show: b is too much.'],
  [['requests', 'show'], 'Name the request: its id, or how it begins.'],
  [['requests', 'deny', 'a'], 'Say why with --note: the developer reads it.'],
  [['request', 'list'], 'There is no command request list. Did you mean requests list?'],
  [['secrets', 'rotate', 'x'], 'Name the secret: encryption, pepper, signing.'],
  [['log', '--as', ' '], '--as must name who acts, in one line of at most 100 characters.'],
  [['log', '--as', 'a\nb'], '--as must name who acts, in one line of at most 100 characters.'],
])('%j is wrong usage', async (args, problem) => {
  expect(await run(args)).toEqual({ exitCode: 2, problem });
});

test.each([[[]], [['requests']], [['nonsense']], [['nonsense', '--json']]])(
  '%j gets the usage, and exit code 2',
  async (args) => {
    expect(await run(args)).toEqual({
      exitCode: 2,
      problem: expect.stringMatching(/^Usage: npm run operator/),
    });
  },
);

test.each([[['--help']], [['-h']], [['requests', 'list', '--help']]])('%j is help', async (args) => {
  expect(await run(args)).toEqual({ exitCode: 0, out: expect.stringMatching(/^Usage: npm run operator/) });
});

test('without a portal a command is refused', async () => {
  expect(await run(['requests', 'list'])).toEqual({
    exitCode: 1,
    problem: 'The portal is not running on /nowhere. Start it, or set DATA_DIR to its data folder.',
  });
});
