// The native module of the operating system's keychain is optional: without it, or without a keychain, every call
// answers null.
import { type Account, defaultProfile } from './credentials-file.ts';

const service = 'ballast';

// A locked keychain may ask its owner; one that nobody can answer must not stop the command for ever.
const patienceMs = 20_000;

// The first profile of a portal stands under the portal's address alone, as it did before there were profiles.
const entryName = ({ portal, profile }: Account) =>
  profile === defaultProfile ? portal : `${portal}#${profile}`;

const openEntry = async (account: Account) => {
  const { AsyncEntry } = await import('@napi-rs/keyring');
  // The kernel's keyring, which would stand in on Linux, forgets everything at the next start.
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

// It reads back what it wrote, because some keychains accept and keep nothing.
export const writeKeychain = async (account: Account, token: string) => {
  const kept = await attempt(account, async (entry) => {
    await entry.setPassword(token);
    return entry.getPassword();
  });
  return kept === token;
};

export const clearKeychain = (account: Account) => attempt(account, (entry) => entry.deletePassword());
