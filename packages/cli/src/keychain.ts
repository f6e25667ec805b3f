// The native module of the operating system's keychain is optional: without it, or without a keychain, every call
// answers null.
const service = 'ballast';

// A locked keychain may ask its owner; one that nobody can answer must not stop the command for ever.
const patienceMs = 20_000;

const openEntry = async (portal: string) => {
  const { AsyncEntry } = await import('@napi-rs/keyring');
  // The kernel's keyring, which would stand in on Linux, forgets everything at the next start.
  return new AsyncEntry(service, portal, { linux: { store: 'secret-service' } });
};

type Entry = Awaited<ReturnType<typeof openEntry>>;

const attempt = async <T>(portal: string, work: (entry: Entry) => Promise<T>): Promise<T | null> => {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), patienceMs);
  });
  const done = openEntry(portal)
    .then(work)
    .catch(() => null);
  return Promise.race([done, tooLate]).finally(() => clearTimeout(timer));
};

export const readKeychain = (portal: string) => attempt(portal, (entry) => entry.getPassword());

// It reads back what it wrote, because some keychains accept and keep nothing.
export const writeKeychain = async (portal: string, token: string) => {
  const kept = await attempt(portal, async (entry) => {
    await entry.setPassword(token);
    return entry.getPassword();
  });
  return kept === token;
};

export const clearKeychain = (portal: string) => attempt(portal, (entry) => entry.deletePassword());
