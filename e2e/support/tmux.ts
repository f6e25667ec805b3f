// A real terminal: tmux draws what a program writes, reads the screen, and passes keys on.
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from './test.ts';

const run = promisify(execFile);
const program = process.env.TMUX_PROGRAM;

// scripts/programs.mjs finds or installs it, and insists on it in CI.
export const noTmux = { isMissing: !program, words: 'tmux is not installed' };

// A line that nothing else writes says how a command ended.
const ending = /^=== ended with (\d+)$/m;
const prompt = '=== next: ';
const setUp = `PS1='${prompt}'; run() { "$@"; echo "=== ended with $?"; }`;

export const openTmux = async (env: Record<string, string>, columns: number, cwd: string) => {
  const folder = await mkdtemp(join(tmpdir(), 'ballast-tmux-'));
  // A server of its own, without anybody's settings or locale.
  const tmux = async (...args: string[]) => {
    const server = ['-u', '-f', '/dev/null', '-S', join(folder, 'socket')];
    return (await run(program ?? 'tmux', [...server, ...args], { env, cwd })).stdout;
  };
  const screen = async () => (await tmux('capture-pane', '-p')).trimEnd();
  // A line that the terminal wrapped is one line here.
  const unwrapped = async () => (await tmux('capture-pane', '-p', '-J')).replace(/ +$/gm, '').trimEnd();
  const press = (key: string) => tmux('send-keys', key);
  const type = (text: string) => tmux('send-keys', '-l', text);
  const says = (text: RegExp) => expect.poll(screen).toMatch(text);
  const waitForShell = () => expect.poll(screen).toMatch(new RegExp(`^${prompt.trimEnd()}$`, 'm'));

  // dash edits no lines: between two commands the terminal is as the last one left it.
  await tmux('new-session', '-d', '-x', String(columns), '-y', '120', 'dash');
  await type(setUp);
  await press('Enter');
  await waitForShell();

  const start = async (line: string) => {
    await tmux('send-keys', '-R');
    await tmux('clear-history');
    await type(`run ${line}`);
    await press('Enter');
  };
  const ended = async () => {
    await says(ending);
    await waitForShell();
    const text = await unwrapped();
    const [, exitCode] = ending.exec(text) ?? [];
    const [before = ''] = text.split(ending);
    return { output: before.split('\n').slice(1).join('\n').trimEnd(), exitCode: Number(exitCode) };
  };
  return {
    screen,
    press,
    type,
    says,
    start,
    ended,
    // Rows that hold more than fits were wrapped: then there are more rows than lines.
    isWrapped: async () => (await screen()).split('\n').length > (await unwrapped()).split('\n').length,
    // What somebody who goes on typing would miss.
    state: async () => {
      const message = (await tmux('display-message', '-p', '#{cursor_flag} #{pane_tty}')).trim();
      const [cursor, tty = ''] = message.split(' ');
      const { stdout } = await run('stty', ['-F', tty, '-a']);
      const modes = stdout.split(/[\s;]+/);
      return { cursor: cursor === '1', echo: modes.includes('echo'), lines: modes.includes('icanon') };
    },
    close: async () => {
      await tmux('kill-server').catch(() => {});
      await rm(folder, { recursive: true, force: true });
    },
  };
};

export type Tmux = Awaited<ReturnType<typeof openTmux>>;
