// The signing key, the pepper and the encryption keys: given by the environment, else made once and kept in the data folder.
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, StartupProblem } from '../runtime/config.ts';
import { type EncryptionKeys, makeEncryptionKey } from './key-encryption.ts';

export type Secrets = { signingKey: string; tokenPepper: string; encryptionKeys: EncryptionKeys };

const makeSecrets = (): Secrets => ({
  signingKey: generateKeyPairSync('ec', { namedCurve: 'P-256' })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString(),
  tokenPepper: randomBytes(32).toString('base64url'),
  encryptionKeys: [makeEncryptionKey()],
});

const fileOf = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'secrets.json');

const readSecretsFile = (file: string): Partial<Secrets> => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    throw new StartupProblem(
      `${file} is damaged: restore it from a backup; moving it away ends all sessions and links and loses all API keys`,
    );
  }
};

// Written whole under a name of its own first: whoever reads the file finds all of it.
const withSecretsFile = (file: string, secrets: Secrets, put: (written: string) => void) => {
  const written = `${file}.${process.pid}`;
  writeFileSync(written, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  try {
    put(written);
  } finally {
    rmSync(written, { force: true });
  }
};

const replaceSecretsFile = (file: string, secrets: Secrets) =>
  withSecretsFile(file, secrets, (written) => renameSync(written, file));

// Of several processes that start at once on a new folder one makes the secrets, and the others take them.
const createSecretsFile = (file: string) => {
  withSecretsFile(file, makeSecrets(), (written) => {
    try {
      linkSync(written, file);
    } catch (error) {
      if (!existsSync(file)) throw error;
    }
  });
  return readSecretsFile(file);
};

export const loadSecrets = (config: Config): Secrets => {
  const { signingKey, tokenPepper, encryptionKeys } = config;
  // A key pasted into one line of an environment file carries its line breaks as \n.
  const given = {
    ...(signingKey ? { signingKey: signingKey.replaceAll('\\n', '\n') } : {}),
    ...(tokenPepper ? { tokenPepper } : {}),
    ...(encryptionKeys ? { encryptionKeys } : {}),
  };
  if (Object.keys(given).length === 3) return given as Secrets;

  const file = fileOf(config);
  const stored = existsSync(file) ? readSecretsFile(file) : createSecretsFile(file);
  const secrets = { ...makeSecrets(), ...stored };
  // An older version kept fewer secrets.
  if (Object.keys(stored).length < Object.keys(secrets).length) replaceSecretsFile(file, secrets);
  return { ...secrets, ...given };
};

// Another process may have added a key to the file; it is read again when it has changed.
export const encryptionKeysOf = (config: Config, { encryptionKeys }: Secrets): (() => EncryptionKeys) => {
  if (config.encryptionKeys) return () => encryptionKeys;
  const file = fileOf(config);
  let known = encryptionKeys;
  let readAt = statSync(file).mtimeMs;
  return () => {
    const { mtimeMs } = statSync(file);
    if (mtimeMs !== readAt) {
      known = readSecretsFile(file).encryptionKeys ?? known;
      readAt = mtimeMs;
    }
    return known;
  };
};

export const storeEncryptionKeys = (config: Config, encryptionKeys: EncryptionKeys) => {
  const file = fileOf(config);
  replaceSecretsFile(file, { ...makeSecrets(), ...readSecretsFile(file), encryptionKeys });
};
