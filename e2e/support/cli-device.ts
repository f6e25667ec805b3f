// The command line as a person has it: packed by the portal, installed by npm, run as a process on a device of its own.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import { completeCliAuth } from '@ballast/contract/cli/cli-auth';
import type { Account } from './accounts.ts';
import { portalUrl } from './portals/portal-under-test.ts';
import { test as base, expect } from './test.ts';
import { openTmux, type Tmux } from './tmux.ts';

// It is the machine's own Node, not the one that the portal brings along.
const machinePath = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((folder) => !folder.includes('node_modules'))
  .join(delimiter);

type Env = Record<string, string>;

// What npm and the test runner tell their children would reach what a test starts.
const cleanEnv = () =>
  Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(npm_(?!config_(cache|registry|userconfig)$)|FORCE_COLOR|NO_COLOR|CI$)/i.test(name),
    ),
  ) as Env;

const deviceEnv = (bin: string, home: string): Env => ({
  ...cleanEnv(),
  PATH: [bin, machinePath].join(delimiter),
  XDG_CONFIG_HOME: join(home, 'config'),
  BALLAST_NO_KEYCHAIN: '1',
  BROWSER: 'none',
  TERM: 'xterm',
});

// A process under way: what it has said so far, what it is told, how it ends.
const follow = (child: ChildProcess) => {
  const said = { stdout: '', stderr: '' };
  child.stdout?.on('data', (chunk) => {
    said.stdout += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    said.stderr += chunk;
  });
  const ended = new Promise<{ stdout: string; stderr: string; exitCode: number | null }>((resolve) =>
    child.once('close', (exitCode) => resolve({ ...said, exitCode })),
  );
  const output = () => stripVTControlCharacters(said.stdout + said.stderr);
  return {
    child,
    ended,
    output,
    says: (text: string | RegExp) =>
      expect.poll(output).toMatch(text instanceof RegExp ? text : new RegExp(text)),
    type: (text: string) => child.stdin?.write(text),
  };
};

export type Running = ReturnType<typeof follow>;

// A login prints this address for the browser.
export const loginAddress = async (login: Running) => {
  await login.says(/\/cli\/auth\?state=/);
  const [address = ''] = /http\S+\/cli\/auth\?\S+/.exec(login.output()) ?? [];
  return address;
};

export const openDevice = async (bin: string, env: Env = {}) => {
  const home = await mkdtemp(join(tmpdir(), 'ballast-device-'));
  const own = { ...deviceEnv(bin, home), ...env };
  const children: ChildProcess[] = [];
  const terminals: Tmux[] = [];
  const launch = (command: string, args: string[], more: Env, stdin: 'ignore' | 'pipe') => {
    const child = spawn(command, args, { env: { ...own, ...more }, stdio: [stdin, 'pipe', 'pipe'] });
    children.push(child);
    return follow(child);
  };

  const start = (args: string[], more: Env = {}) => launch('ballast', args, more, 'ignore');
  const run = (args: string[], more: Env = {}) => start(args, more).ended;
  // In a terminal: util-linux's script gives the process one, and passes on what is typed.
  const inTerminal = (line: string) => launch('script', ['-qec', line, '/dev/null'], {}, 'pipe');
  // In a terminal that knows its size and its cursor.
  const inTmux = async (columns: number, folder = home) => {
    const terminal = await openTmux(own, columns, folder);
    terminals.push(terminal);
    return terminal;
  };
  const json = async (...args: string[]) => {
    const { stdout, stderr, exitCode } = await run([...args, '--json']);
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
    return JSON.parse(stdout);
  };
  // Signs in with the person's answer given over HTTP, for tests whose subject comes after it.
  const logIn = async (account: Account, ...args: string[]) => {
    const login = start(['login', '--no-browser', ...args]);
    const state = new URL(await loginAddress(login)).searchParams.get('state') ?? '';
    await account.call(completeCliAuth, { body: { state } });
    const { stdout, exitCode } = await login.ended;
    expect(exitCode).toBe(0);
    return stdout;
  };
  const close = async () => {
    for (const terminal of terminals) await terminal.close();
    for (const child of children) if (child.exitCode === null) child.kill('SIGKILL');
    await rm(home, { recursive: true, force: true });
  };
  return { home, start, run, json, inTerminal, inTmux, logIn, close };
};

export type Device = Awaited<ReturnType<typeof openDevice>>;

type Fixtures = { newDevice: (env?: Env) => Promise<Device>; device: Device };

export const test = base.extend<Fixtures, { installed: string }>({
  // Without a registry: what the tool needs is inside the package, and the keychain's module may be missing.
  installed: [
    // biome-ignore lint/correctness/noEmptyPattern: playwright wants a pattern
    async ({}, use) => {
      const prefix = await mkdtemp(join(tmpdir(), 'ballast-prefix-'));
      const offline = [
        '--registry',
        'http://127.0.0.1:9',
        '--fetch-retries',
        '0',
        '--cache',
        join(prefix, 'cache'),
      ];
      const install = ['install', '-g', '--prefix', prefix, ...offline, `${portalUrl}/cli/ballast.tgz`];
      await promisify(execFile)('npm', install, { env: { ...cleanEnv(), PATH: machinePath } });
      await use(join(prefix, 'bin'));
      await rm(prefix, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 5 * 60_000 },
  ],
  newDevice: async ({ installed }, use) => {
    const opened: Device[] = [];
    await use(async (env) => {
      const device = await openDevice(installed, env);
      opened.push(device);
      return device;
    });
    for (const device of opened) await device.close();
  },
  device: async ({ newDevice }, use) => use(await newDevice()),
});

export { expect } from './test.ts';
