// API keys are shown again to their owner, so they are stored encrypted: AES-256-GCM, bound to their row. Several
// encryption keys can be known at once; the first encrypts, so that one can be replaced while the portal runs.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

export type EncryptionKeys = { id: string; key: string }[];
type Sealed = { secretCipher: string; encryptionKeyId: string };

export type KeyEncryption = {
  currentId: () => string;
  seal: (secret: string, rowId: string) => Sealed;
  open: (sealed: Sealed, rowId: string) => string;
};

const algorithm = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

export const makeEncryptionKey = () => ({
  id: randomBytes(6).toString('base64url'),
  key: randomBytes(32).toString('base64url'),
});

const bytesOf = ({ id, key }: EncryptionKeys[number]) => {
  const bytes = Buffer.from(key, 'base64url');
  if (bytes.length !== 32) throw new Error(`encryption key ${id} is not 32 bytes long`);
  return bytes;
};

// The list is read at every use: another process may have added a key to it.
export const openKeyEncryption = (keys: () => EncryptionKeys): KeyEncryption => {
  const current = () => {
    const [first] = keys();
    if (!first) throw new Error('there is no encryption key');
    return first;
  };
  return {
    currentId: () => current().id,
    seal: (secret, rowId) => {
      const key = current();
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv(algorithm, bytesOf(key), iv).setAAD(Buffer.from(rowId));
      const sealed = Buffer.concat([iv, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return { secretCipher: sealed.toString('base64url'), encryptionKeyId: key.id };
    },
    open: ({ secretCipher, encryptionKeyId }, rowId) => {
      const key = keys().find(({ id }) => id === encryptionKeyId);
      if (!key) throw new Error(`encryption key ${encryptionKeyId} is not known`);
      const sealed = Buffer.from(secretCipher, 'base64url');
      const decipher = createDecipheriv(algorithm, bytesOf(key), sealed.subarray(0, ivBytes))
        .setAAD(Buffer.from(rowId))
        .setAuthTag(sealed.subarray(-tagBytes));
      const text = decipher.update(sealed.subarray(ivBytes, -tagBytes));
      return Buffer.concat([text, decipher.final()]).toString('utf8');
    },
  };
};
