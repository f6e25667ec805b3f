// Opens an address in the person's browser, if there is one on this machine.
import { spawn } from 'node:child_process';
import { findProgram, type Machine } from './find-program.ts';

const isOverSsh = (env: NodeJS.ProcessEnv) => Boolean(env.SSH_CONNECTION || env.SSH_TTY || env.SSH_CLIENT);

// Over SSH the browser would open on the other machine, or nowhere.
export const browserCommand = ({ env, platform }: Machine): string[] | null => {
  if (env.BROWSER === 'none' || env.CI) return null;
  if (env.BROWSER) return [env.BROWSER];
  if (isOverSsh(env)) return null;
  if (platform === 'darwin') return ['open'];
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler'];
  return env.DISPLAY || env.WAYLAND_DISPLAY ? ['xdg-open'] : null;
};

// BROWSER=none forbids to open a browser, but there may be one.
export const hasBrowser = ({ env, platform }: Machine) =>
  env.BROWSER === 'none' ? !env.CI && !isOverSsh(env) : browserCommand({ env, platform }) !== null;

// A program that opens addresses may hand them to a shell, or to whatever another protocol starts.
const isWebAddress = (address: string) => /^https?:\/\/[\w.:[\]~/?#&=%+-]+$/.test(address);

// Returns whether the program started. Whether a page opened is unknown, so callers also print the address.
export const openBrowser = (machine: Machine, address: string) => {
  const [command, ...args] = browserCommand(machine) ?? [];
  const program = command && isWebAddress(address) ? findProgram(command, machine) : null;
  if (!program) return Promise.resolve(false);
  return new Promise<boolean>((resolve) => {
    const child = spawn(program, [...args, address], { stdio: 'ignore', detached: true });
    child.once('error', () => resolve(false));
    child.once('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
};
