// The three secrets that an operator can change: what each is called, what a value looks like, and how one is made.
import { createPrivateKey, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import type { SecretKind } from '@ballast/contract/operator/operator';

export const variableOf = {
  signing: 'SIGNING_KEY',
  pepper: 'TOKEN_PEPPER',
  encryption: 'KEY_ENCRYPTION_KEYS',
} as const satisfies Record<SecretKind, string>;

const pemOf = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }).toString();

// One spelling of each key: whatever form it was pasted in, its fingerprint is the same. A key in one line of an
// environment file carries its line breaks as \n.
const readSigningKey = (text: string) => {
  try {
    const key = createPrivateKey(text.replaceAll('\\n', '\n'));
    return key.asymmetricKeyDetails?.namedCurve === 'prime256v1' ? pemOf(key) : null;
  } catch {
    return null;
  }
};

const shortestPepper = 32;
const readPepper = (text: string) => (text.length >= shortestPepper ? text : null);

const readEncryptionKey = (text: string) =>
  /^[A-Za-z0-9+/_-]{43}=?$/.test(text) ? Buffer.from(text, 'base64url').toString('base64url') : null;

// Each returns the value in its one spelling, or null when it cannot be one.
export const readSecret: Record<SecretKind, (text: string) => string | null> = {
  signing: readSigningKey,
  pepper: readPepper,
  encryption: readEncryptionKey,
};

export const secretFault = {
  signing: 'must be a P-256 private key in PEM form',
  pepper: `must be at least ${shortestPepper} characters`,
  encryption: 'must be 32 bytes as base64',
} as const satisfies Record<SecretKind, string>;

export const makeSecretValue: Record<SecretKind, () => string> = {
  signing: () => pemOf(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey),
  pepper: () => randomBytes(32).toString('base64url'),
  encryption: () => randomBytes(32).toString('base64url'),
};
