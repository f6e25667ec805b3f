// The built tool runs as people run it: as a process of its own, on the machine's Node, in a home that nobody else
// uses.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import packageJson from '../../package.json' with { type: 'json' };

export const bundle = fileURLToPath(new URL('../../dist/ballast.mjs', import.meta.url));

export const packageVersion: string = packageJson.version;

// It is not the Node that the portal brings along, but the one that npm install -g would use.
const machinePath = () =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.includes('node_modules'))
    .join(delimiter);

export const newHome = () => mkdtempSync(join(tmpdir(), 'ballast-cli-'));

const plainEnv = () => {
  const home = newHome();
  return {
    PATH: machinePath(),
    HOME: home,
    XDG_CONFIG_HOME: join(home, 'config'),
    BALLAST_NO_KEYCHAIN: '1',
    BROWSER: 'none',
    TERM: 'xterm',
  };
};

export type Ended = { stdout: string; stderr: string; exitCode: number | null };

export const finished = (child: ChildProcess) =>
  new Promise<Ended>((resolve) => {
    const output = { stdout: '', stderr: '' };
    // A character may arrive in two parts.
    child.stdout?.setEncoding('utf8');
    child.stderr?.setEncoding('utf8');
    child.stdout?.on('data', (chunk) => {
      output.stdout += chunk;
    });
    child.stderr?.on('data', (chunk) => {
      output.stderr += chunk;
    });
    child.once('close', (exitCode) => resolve({ ...output, exitCode }));
  });

type Started = { file?: string; cwd?: string; stdin?: 'ignore' | 'pipe' };

export const start = (
  args: string[],
  env: Record<string, string> = {},
  { file = bundle, cwd = tmpdir(), stdin = 'ignore' }: Started = {},
) => spawn('node', [file, ...args], { cwd, env: { ...plainEnv(), ...env }, stdio: [stdin, 'pipe', 'pipe'] });

export const ballast = (args: string[], env: Record<string, string> = {}, cwd?: string) =>
  finished(start(args, env, cwd ? { cwd } : {}));

export const launch = (
  command: string,
  args: string[],
  env: Record<string, string>,
  stdin: 'ignore' | 'pipe',
) => spawn(command, args, { env: { ...plainEnv(), ...env }, stdio: [stdin, 'pipe', 'pipe'] });

// util-linux's script gives the process a terminal, and passes on what is typed.
export const startInTerminal = (args: string, env: Record<string, string> = {}) =>
  launch('script', ['-qec', `node ${bundle} ${args}`, '/dev/null'], env, 'pipe');

export const shell = (command: string, args: string[], env: Record<string, string> = {}) =>
  finished(launch(command, args, env, 'ignore'));
