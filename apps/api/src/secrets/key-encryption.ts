// API keys are shown again to their owner, so they are stored encrypted: AES-256-GCM, bound to their row. Several
// encryption keys can be known at once; the first encrypts, so that one can be replaced while the portal runs.
import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { firstOf, type KeyedSecret } from '../runtime/secret-values/keyed-secret.ts';

type Sealed = { secretCipher: string; encryptionKeyId: string };

export type KeyEncryption = {
  currentId: () => string;
  knownIds: () => string[];
  seal: (secret: string, rowId: string) => Sealed;
  open: (sealed: Sealed, rowId: string) => string;
};

const algorithm = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

const toKeyObject = ({ id, value }: KeyedSecret) => {
  const bytes = Buffer.from(value, 'base64url');
  if (bytes.length !== 32) throw new Error(`encryption key ${id} is not 32 bytes long`);
  return createSecretKey(bytes);
};

// Given bytes, Node takes several times as long to look at them as to decrypt: so each key is made ready once.
const keyObjects = new Map<string, KeyObject>();
const keyObjectOf = (key: KeyedSecret) => {
  const known = keyObjects.get(key.value) ?? toKeyObject(key);
  keyObjects.set(key.value, known);
  return known;
};

// The list is asked for at every use: another process may have added a key to it.
export const openKeyEncryption = (keys: () => KeyedSecret[]): KeyEncryption => ({
  currentId: () => firstOf(keys()).id,
  knownIds: () => keys().map(({ id }) => id),
  seal: (secret, rowId) => {
    const key = firstOf(keys());
    const iv = randomBytes(ivBytes);
    const cipher = createCipheriv(algorithm, keyObjectOf(key), iv).setAAD(Buffer.from(rowId));
    const sealed = Buffer.concat([iv, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return { secretCipher: sealed.toString('base64url'), encryptionKeyId: key.id };
  },
  open: ({ secretCipher, encryptionKeyId }, rowId) => {
    const key = keys().find(({ id }) => id === encryptionKeyId);
    if (!key) throw new Error(`encryption key ${encryptionKeyId} is not known`);
    const sealed = Buffer.from(secretCipher, 'base64url');
    const decipher = createDecipheriv(algorithm, keyObjectOf(key), sealed.subarray(0, ivBytes))
      .setAAD(Buffer.from(rowId))
      .setAuthTag(sealed.subarray(-tagBytes));
    const text = decipher.update(sealed.subarray(ivBytes, -tagBytes));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  },
});
