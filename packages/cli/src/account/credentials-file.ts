// The file of sign-ins, one per portal and profile. Only its owner can read it, and it is replaced atomically.
import { chmod, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { CliFailure } from '../failures.ts';
import { writePrivateFile } from '../system/write-file.ts';

export const defaultProfile = 'default';

export type Account = { portal: string; profile: string };

// With the token in the keychain, there is none here.
// `isGiven` says that the token was made elsewhere (login --with-token).
export type SignIn = Account & { email?: string; token?: string; isGiven?: true };

// `portal` and `profile` are those of the last sign-in, or of the last `ballast profiles use`.
export type CredentialsFile = { portal?: string; profile?: string; signIns: SignIn[] };

export const configFolder = (env: NodeJS.ProcessEnv) =>
  join(env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'ballast');

export const credentialsFile = (env: NodeJS.ProcessEnv) => join(configFolder(env), 'credentials.json');

const isText = (value: unknown): value is string => typeof value === 'string';

const isSignIn = (value: unknown): value is SignIn => {
  const { portal, profile } = (value ?? {}) as SignIn;
  return isText(portal) && isText(profile);
};

// Before there were profiles, the file held one portal and its token.
const fromFormerShape = ({ portal, token }: { portal: string; token?: unknown }): CredentialsFile => ({
  portal,
  signIns: [{ portal, profile: defaultProfile, ...(isText(token) ? { token } : {}) }],
});

type Stored = { content: CredentialsFile; fault: string | null };

const nothing: CredentialsFile = { signIns: [] };

const parseStored = (text: string): Stored => {
  let stored: Partial<CredentialsFile> | null = null;
  try {
    stored = JSON.parse(text);
  } catch {
    return { content: nothing, fault: 'is not JSON' };
  }
  if (Array.isArray(stored?.signIns)) {
    const signIns = stored.signIns.filter(isSignIn);
    const isWhole = signIns.length === stored.signIns.length;
    return { content: { ...stored, signIns }, fault: isWhole ? null : 'holds entries that are no sign-ins' };
  }
  const { portal } = stored ?? {};
  return isText(portal)
    ? { content: fromFormerShape({ ...stored, portal }), fault: null }
    : { content: nothing, fault: 'holds no sign-ins' };
};

// Without a file nobody is signed in.
const readStored = async (env: NodeJS.ProcessEnv): Promise<Stored> => {
  try {
    return parseStored(await readFile(credentialsFile(env), 'utf8'));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return { content: nothing, fault: code === 'ENOENT' ? null : `cannot be read (${code})` };
  }
};

export const readCredentialsFile = async (env: NodeJS.ProcessEnv) => (await readStored(env)).content;

const forOthers = 0o077;

// Windows has no such modes.
const closeToOthers = async (file: string) => {
  const { mode } = await stat(file).catch(() => ({ mode: 0 }));
  if (!(mode & forOthers) || process.platform === 'win32') return [];
  const was = `${file} could be read by others (mode ${(mode & 0o777).toString(8)}).`;
  return chmod(file, 0o600).then(
    () => [`${was} Only you can read it now.`],
    () => [`${was} Make it yours alone: chmod 600`],
  );
};

// Tells of a file that others can read, and of one that is damaged. Signing in keeps the damaged one beside a new one.
export const inspectCredentialsFile = async (env: NodeJS.ProcessEnv) => {
  const file = credentialsFile(env);
  const { fault } = await readStored(env);
  return [
    ...(await closeToOthers(file)),
    ...(fault ? [`${file} ${fault}. The next sign-in keeps it aside and writes a new one.`] : []),
  ];
};

const keepAside = (file: string) => rename(file, `${file}.damaged-${Date.now()}`);

const pauseMs = 50;
// A lock of this age was left by a process that ended.
const abandonedMs = 5000;

const isAbandoned = async (lock: string) => {
  const { mtimeMs } = await stat(lock).catch(() => ({ mtimeMs: Date.now() }));
  return Math.abs(Date.now() - mtimeMs) > abandonedMs;
};

const tryLock = async (lock: string) => {
  try {
    await (await open(lock, 'wx', 0o600)).close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  }
};

// One process at a time removes an abandoned lock. It looks again first: another one may hold a new lock by now.
const removeAbandoned = async (lock: string) => {
  const removal = `${lock}.removal`;
  if (!(await tryLock(removal))) {
    if (await isAbandoned(removal)) await rm(removal, { force: true });
    return;
  }
  if (await isAbandoned(lock)) await rm(lock, { force: true });
  await rm(removal, { force: true });
};

// Two sign-ins that end at once must not overwrite each other.
const withLock = async (env: NodeJS.ProcessEnv, work: () => Promise<void>) => {
  const lock = `${credentialsFile(env)}.lock`;
  while (!(await tryLock(lock))) {
    if (await isAbandoned(lock)) await removeAbandoned(lock);
    else await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  try {
    await work();
  } finally {
    await rm(lock, { force: true });
  }
};

export const changeCredentialsFile = async (
  env: NodeJS.ProcessEnv,
  change: (before: CredentialsFile) => CredentialsFile,
) => {
  const folder = configFolder(env);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await chmod(folder, 0o700);
    await withLock(env, async () => {
      const { content, fault } = await readStored(env);
      const after = change(content);
      if (fault) await keepAside(credentialsFile(env));
      await writePrivateFile(credentialsFile(env), `${JSON.stringify(after, null, 2)}\n`);
    });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CliFailure('failed', `The token cannot be kept in ${credentialsFile(env)} (${code}).`);
  }
};
