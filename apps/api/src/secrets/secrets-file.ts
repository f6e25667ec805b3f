// The secrets of an installation without secrets in its environment: made once, in the data folder, for its owner alone.
import { existsSync, linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type SecretKind, secretKinds } from '@ballast/contract/operator/operator';
import { StartupProblem } from '../runtime/failure.ts';
import { type KeyedSecret, withId } from '../runtime/secret-values/keyed-secret.ts';
import { makeSecretValue, readSecret } from '../runtime/secret-values/secret-kinds.ts';

export type SecretLists = Record<SecretKind, KeyedSecret[]>;

const fieldOf = {
  signing: 'signingKeys',
  pepper: 'tokenPeppers',
  encryption: 'encryptionKeys',
} as const satisfies Record<SecretKind, string>;

// Older versions kept one signing key and one pepper, and called the value of an encryption key its key.
type OldFields = { signingKey?: string; tokenPepper?: string };
type Entry = { id: string; value?: string; key?: string };
type Fields = Partial<Record<(typeof fieldOf)[SecretKind], Entry[]>> & OldFields;

const lockWithinMs = 5000;

export const secretsFileIn = (dataDir: string) => join(dataDir, 'secrets.json');

const makeSecretList = (kind: SecretKind) => [withId(makeSecretValue[kind]())];

const entriesOf = (fields: Fields, kind: SecretKind, single: string | undefined): KeyedSecret[] => {
  const entries = fields[fieldOf[kind]]?.map(({ id, value, key }) => ({ id, value: value ?? key ?? '' }));
  if (entries?.length) return entries;
  return single ? [withId(single)] : makeSecretList(kind);
};

const toLists = (fields: Fields): SecretLists => ({
  signing: entriesOf(fields, 'signing', fields.signingKey),
  pepper: entriesOf(fields, 'pepper', fields.tokenPepper),
  encryption: entriesOf(fields, 'encryption', undefined),
});

const toText = (lists: SecretLists) => {
  const fields = {
    [fieldOf.signing]: lists.signing,
    [fieldOf.pepper]: lists.pepper,
    [fieldOf.encryption]: lists.encryption,
  };
  return `${JSON.stringify(fields, null, 2)}\n`;
};

// Written under another name first, so that a reader never finds a part of the file.
const withWritten = (file: string, text: string, put: (written: string) => void) => {
  const written = `${file}.${process.pid}`;
  writeFileSync(written, text, { mode: 0o600 });
  try {
    put(written);
  } finally {
    rmSync(written, { force: true });
  }
};

const readText = (file: string) => {
  try {
    const text = readFileSync(file, 'utf8');
    const lists = toLists(JSON.parse(text));
    const isWhole = secretKinds.every((kind) =>
      lists[kind].every(({ id, value }) => id && readSecret[kind](value) !== null),
    );
    if (isWhole) return { text, lists };
  } catch {}
  throw new StartupProblem(`${file} is damaged: restore it from a backup`);
};

const writeSecretsFile = (file: string, lists: SecretLists) =>
  withWritten(file, toText(lists), (written) => renameSync(written, file));

// Of several processes that start at once on a new folder one makes the secrets, and the others take them.
const createSecretsFile = (file: string) =>
  withWritten(file, toText(toLists({})), (written) => {
    try {
      linkSync(written, file);
    } catch (error) {
      if (!existsSync(file)) throw error;
    }
  });

export const readSecretsFile = (file: string): SecretLists => readText(file).lists;

// What another process writes at the same moment must not be lost: a secret in it may be in use already. SQLite's lock
// belongs to the kernel and ends with the process.
export const changeSecretsFile = (file: string, change: (lists: SecretLists) => SecretLists) => {
  const lock = new DatabaseSync(`${file}.lock`, { timeout: lockWithinMs });
  try {
    lock.exec('BEGIN EXCLUSIVE');
    writeSecretsFile(file, change(readSecretsFile(file)));
  } finally {
    lock.close();
  }
};

export const openSecretsFile = (file: string): SecretLists => {
  if (!existsSync(file)) createSecretsFile(file);
  const { text, lists } = readText(file);
  if (toText(lists) !== text) writeSecretsFile(file, lists);
  return lists;
};

// Changes with every write: a file that was replaced has another inode, too.
export const stampOf = (file: string) => {
  const { mtimeMs, ino } = statSync(file);
  return `${mtimeMs} ${ino}`;
};
