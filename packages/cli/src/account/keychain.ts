// The native module of the operating system's keychain is optional: without it, or without a keychain, every call
// answers null.
import { type Account, defaultProfile } from './credentials-file.ts';

const service = 'ballast';

// A locked keychain may ask its owner; one that nobody can answer must not stop the command for ever.
const patienceMs = 20_000;

// The entry of the default profile is the portal's address alone, as before there were profiles.
const entryName = ({ portal, profile }: Account) =>
  profile === defaultProfile ? portal : `${portal}#${profile}`;

const openEntry = async (account: Account) => {
  const { AsyncEntry } = await import('@napi-rs/keyring');
  // Not the kernel's keyring, the default on Linux: it is empty after a reboot.
  return new AsyncEntry(service, entryName(account), { linux: { store: 'secret-service' } });
};

type Entry = Awaited<ReturnType<typeof openEntry>>;

const attempt = async <T>(account: Account, work: (entry: Entry) => Promise<T>): Promise<T | null> => {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), patienceMs);
  });
  const done = openEntry(account)
    .then(work)
    .catch(() => null);
  return Promise.race([done, tooLate]).finally(() => clearTimeout(timer));
};

export const readKeychain = (account: Account) => attempt(account, (entry) => entry.getPassword());

// Reads the token back, because some keychains accept it and store nothing.
export const writeKeychain = async (account: Account, token: string) => {
  const stored = await attempt(account, async (entry) => {
    await entry.setPassword(token);
    return entry.getPassword();
  });
  return stored === token;
};

export const clearKeychain = (account: Account) => attempt(account, (entry) => entry.deletePassword());
