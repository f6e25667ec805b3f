// A wrong command line is refused in one line, before the portal is called.
import { expect, test } from 'vitest';
import { runOperator } from './run-operator.ts';

const here = {
  migrate: async () => ({ applied: [] }),
  restore: async () => ({ takenAt: '2026-05-01T12:00:00Z', tables: [] }),
};
const run = (args: string[]) => runOperator(args, { dataDir: '/nowhere', systemUser: 'deploy', ...here });

test.each([
  [['requests', 'list', '--statu', 'all'], "Unknown option '--statu'. (Did you mean --status?)"],
  [['requests', 'list', '--frobnicate'], "Unknown option '--frobnicate'."],
  [['requests', 'list', '--note', 'x'], "Unknown option '--note'."],
  [['requests', 'list', '--status', 'x'], 'status must be pending, approved, denied or all'],
  [['requests', 'list', '--status'], "Option '--status <STATUS>' argument missing."],
  [['requests', 'list', '--status', '--json'], "Option '--status <STATUS>' argument missing."],
  [['users', 'delete', 'a', '--yes', '--as'], "Option '--as <NAME>' argument missing."],
  [['users', 'suspend', 'a', '--reason', '--yes'], '--reason needs a value: --reason <TEXT>'],
  [['users', 'suspend', 'a', '--reason', ' '], 'Add --reason. The operator log keeps it.'],
  [['keys', 'revoke-again'], 'Name the file that holds the portal’s log.'],
  [['requests', 'list', '--json=yes'], "Unknown option '--json=yes'."],
  [['restore'], 'Add the backup to restore.'],
  [['restore', 'x'], 'This replaces everything in the database. Add --yes.'],
  [['requests', 'list', 'more'], "Too many arguments for 'list'. Expected 0 arguments but got 1."],
  [['requests', 'show', 'a', 'b'], "Too many arguments for 'show'. Expected 1 argument but got 2."],
  [['requests', 'show'], 'Add the request: its id, or the start of it.'],
  [['requests', 'deny', 'a'], 'Add --note. The developer reads it.'],
  [['request', 'list'], "Unknown command 'request'. (Did you mean requests?)"],
  [['nonsense', '--json'], "Unknown command 'nonsense'."],
  [['users', 'factors'], "Unknown command 'factors'."],
  [['users', 'reset-factor', 'a'], "Unknown command 'reset-factor'. (Did you mean reset-factors?)"],
  [['secrets', 'rotate', 'x'], 'Name the secret: encryption, pepper, signing.'],
  [['log', '--as', ' '], '--as must name who acts, in one line of at most 100 characters.'],
  [['log', '--as', 'a\nb'], '--as must name who acts, in one line of at most 100 characters.'],
])('%j is wrong usage', async (args, problem) => {
  expect(await run(args)).toEqual({ exitCode: 2, problem });
});

test.each([[[]], [['requests']], [['--json']]])('%j gets the usage, and exit code 2', async (args) => {
  expect(await run(args)).toEqual({
    exitCode: 2,
    problem: expect.stringMatching(/^Usage: npm run operator/),
  });
});

test.each([[['--help']], [['-h']], [['requests', 'list', '--help']]])('%j is help', async (args) => {
  expect(await run(args)).toEqual({ exitCode: 0, out: expect.stringMatching(/^Usage: npm run operator/) });
});

test('help fits 100 columns, and has every option', async () => {
  const { out = '' } = await run(['--help']);
  expect(out.split('\n').filter((line) => line.length > 100)).toEqual([]);
  expect(out).toContain('--cursor CURSOR');
  expect(out).toMatch(/\n {2}users reset-factors WHO --reason TEXT \[--now\]\n {6}removes lost/);
});

test('help of a command or a group shows no other', async () => {
  const one = (await run(['users', 'suspend', '--help'])).out ?? '';
  expect(one).toContain('users suspend WHO --reason TEXT');
  expect(one).not.toContain('users list');
  const group = (await run(['jobs'])).problem ?? '';
  expect(group).toContain('jobs drop ID --reason TEXT');
  expect(group).not.toContain('users');
});

test('without a portal a command is refused', async () => {
  expect(await run(['requests', 'list'])).toEqual({
    exitCode: 1,
    problem: 'The portal is not running on /nowhere. Start it, or set DATA_DIR to its data folder.',
  });
});
