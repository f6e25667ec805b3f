// The signing key and the pepper: given by the environment, else made once and kept in the data folder.
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, StartupProblem } from './config.ts';

export type Secrets = { signingKey: string; tokenPepper: string };

const makeSecrets = (): Secrets => ({
  signingKey: generateKeyPairSync('ec', { namedCurve: 'P-256' })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString(),
  tokenPepper: randomBytes(32).toString('base64url'),
});

const readSecretsFile = (file: string): Partial<Secrets> => {
  if (!existsSync(file)) return {};
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    throw new StartupProblem(
      `${file} is damaged: restore it from a backup, or move it away to end all sessions and links`,
    );
  }
};

export const loadSecrets = (config: Config): Secrets => {
  const { signingKey, tokenPepper } = config;
  // A key pasted into one line of an environment file carries its line breaks as \n.
  if (signingKey && tokenPepper) return { signingKey: signingKey.replaceAll('\\n', '\n'), tokenPepper };

  const file = join(config.dataDir, 'secrets.json');
  const stored = readSecretsFile(file);
  const secrets = { ...makeSecrets(), ...stored };
  if (!stored.signingKey || !stored.tokenPepper) {
    writeFileSync(`${file}.new`, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }
  return secrets;
};
