// A signed-in device keeps its portal and its token: the token in the keychain, else in a file of mode 0600.
import { randomUUID } from 'node:crypto';
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { CliFailure } from './failures.ts';
import { clearKeychain, readKeychain, writeKeychain } from './keychain.ts';

export type TokenPlace = 'environment' | 'keychain' | 'file';
export type Credentials = { portal: string; token: string; place: TokenPlace };

// With the token in the keychain, the file holds only the portal's address.
type Stored = { portal: string; token?: string };

const folderOf = (env: NodeJS.ProcessEnv) =>
  join(env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'ballast');

export const credentialsFile = (env: NodeJS.ProcessEnv) => join(folderOf(env), 'credentials.json');

const usesKeychain = (env: NodeJS.ProcessEnv) => !env.BALLAST_NO_KEYCHAIN;

// A missing or damaged file means that nobody is signed in. Signing in writes a new one.
const readStored = async (env: NodeJS.ProcessEnv): Promise<Stored | null> => {
  try {
    const stored = JSON.parse(await readFile(credentialsFile(env), 'utf8'));
    return typeof stored?.portal === 'string' ? stored : null;
  } catch {
    return null;
  }
};

// It is written beside and moved into place, so that no reader ever sees half a file and no moment has other rights.
const writeStored = async (env: NodeJS.ProcessEnv, stored: Stored) => {
  const folder = folderOf(env);
  const file = credentialsFile(env);
  const draft = `${file}.${randomUUID()}`;
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await chmod(folder, 0o700);
    await writeFile(draft, `${JSON.stringify(stored, null, 2)}\n`, { mode: 0o600 });
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {});
    const { code } = error as NodeJS.ErrnoException;
    throw new CliFailure('failed', `The token cannot be kept in ${file} (${code}).`);
  }
};

export const storedPortal = async (env: NodeJS.ProcessEnv) => (await readStored(env))?.portal;

export const readCredentials = async (env: NodeJS.ProcessEnv): Promise<Credentials | null> => {
  const stored = await readStored(env);
  if (!stored) return null;
  const { portal, token } = stored;
  if (typeof token === 'string') return { portal, token, place: 'file' };
  const kept = usesKeychain(env) ? await readKeychain(portal) : null;
  return kept ? { portal, token: kept, place: 'keychain' } : null;
};

export const storeCredentials = async (
  env: NodeJS.ProcessEnv,
  portal: string,
  token: string,
): Promise<TokenPlace> => {
  const inKeychain = usesKeychain(env) && (await writeKeychain(portal, token));
  await writeStored(env, inKeychain ? { portal } : { portal, token });
  return inKeychain ? 'keychain' : 'file';
};

// The portal stays known: the next sign-in is most likely to the same one.
export const forgetToken = async (env: NodeJS.ProcessEnv, { portal, place }: Credentials) => {
  if (place === 'keychain') await clearKeychain(portal);
  await writeStored(env, { portal });
};
