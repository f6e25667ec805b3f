// Checks once a day whether the portal serves a newer version. The check delays no command, and is announced at a terminal only.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getPortal } from '@ballast/contract/portal';
import { configFolder } from '../account/credentials-file.ts';
import type { Context } from '../context.ts';
import { portalCall, quietly } from '../network/portal-call.ts';
import { isNewer } from './is-newer.ts';

const dayMs = 24 * 3_600_000;
const patienceMs = 2000;

const stampFile = (env: NodeJS.ProcessEnv) => join(configFolder(env), 'version-check.json');

const isDue = async (env: NodeJS.ProcessEnv) => {
  try {
    const { checkedAt } = JSON.parse(await readFile(stampFile(env), 'utf8'));
    return Math.abs(Date.now() - checkedAt) > dayMs;
  } catch {
    return true;
  }
};

// A failed check counts as well.
const stamp = async (env: NodeJS.ProcessEnv) => {
  await mkdir(configFolder(env), { recursive: true, mode: 0o700 });
  await writeFile(stampFile(env), JSON.stringify({ checkedAt: Date.now() }), { mode: 0o600 });
};

const ask = async (context: Context, portal: string) => {
  const { env, info } = context;
  if (!(await isDue(env))) return null;
  await stamp(env);
  const quiet = quietly({ ...context, flags: {} });
  const { version } = await portalCall(quiet, portal)(getPortal);
  return isNewer(version, info.version)
    ? `Version ${version} is available: npm install -g ${portal}/cli/ballast.tgz`
    : null;
};

const never = async () => {};

// The check runs beside the command. The returned function prints its result afterwards.
export const lookForNewer = (context: Context, args: string[]): (() => Promise<void>) => {
  const { env, terminal, info } = context;
  const isDisturbing =
    !terminal.showsProgress || args.some((word) => /^--(json|jq)/.test(word)) || args[0] === 'complete';
  if (!info.portal || isDisturbing || env.BALLAST_NO_UPDATE_CHECK) return never;
  const answer = ask(context, info.portal).catch(() => null);
  const tooLate = () =>
    new Promise<null>((resolve) => {
      setTimeout(() => resolve(null), patienceMs);
    });
  return async () => {
    const line = await Promise.race([answer, tooLate()]);
    if (line) terminal.err.print(['', terminal.paintError('dim', line)]);
  };
};
