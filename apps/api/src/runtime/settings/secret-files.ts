// Every secret variable can name a file instead: NAME_FILE, as orchestrators hand secrets to a process.
import { readFileSync } from 'node:fs';

type Variables = Record<string, string | undefined>;

const inFiles = [
  'SIGNING_KEY',
  'TOKEN_PEPPER',
  'KEY_ENCRYPTION_KEYS',
  'DATABASE_URL',
  'REDIS_URL',
  'SMTP_URL',
  'GITHUB_CLIENT_SECRET',
  'GOOGLE_CLIENT_SECRET',
  'FAUCET_PRIVATE_KEY',
  'METRICS_TOKEN',
];

export const secretFileNames = inFiles.map((name) => `${name}_FILE`);

const readSecretFile = (name: string, file: string, problems: string[]) => {
  try {
    // An editor ends the last line; the secret does not.
    const text = readFileSync(file, 'utf8').trim();
    if (text) return text;
    problems.push(`${name}_FILE names an empty file`);
  } catch (error) {
    problems.push(`${name}_FILE cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  return '';
};

export const readSecretFiles = (given: Variables): { found: Variables; problems: string[] } => {
  const found: Variables = {};
  const problems: string[] = [];
  for (const name of inFiles) {
    const file = given[`${name}_FILE`];
    if (file === undefined) continue;
    if (given[name] !== undefined) problems.push(`${name} and ${name}_FILE are both set: remove one of them`);
    else found[name] = readSecretFile(name, file, problems);
  }
  return { found, problems };
};
