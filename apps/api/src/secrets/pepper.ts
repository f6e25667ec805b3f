// The pepper behind every hash and signature that the portal checks itself. What is made is made with the first one; what
// comes back may have been made with any of them.
import { createHmac } from 'node:crypto';
import { firstOf, type KeyedSecret } from '../runtime/secret-values/keyed-secret.ts';

export type Pepper = {
  currentId: () => string;
  // Purposes keep apart what is hashed: a hash for one is worth nothing for another.
  hash: (purpose: string, data: string | Buffer) => { pepperId: string; bytes: Buffer };
  // The hash by the pepper in use comes first.
  hashes: (purpose: string, data: string | Buffer) => Buffer[];
};

const hashWith = ({ value }: KeyedSecret, purpose: string, data: string | Buffer) =>
  createHmac('sha256', value).update(`${purpose}\0`).update(data).digest();

// The list is asked for at every use: another process may have changed it.
export const openPepper = (peppers: () => KeyedSecret[]): Pepper => ({
  currentId: () => firstOf(peppers()).id,
  hash: (purpose, data) => {
    const pepper = firstOf(peppers());
    return { pepperId: pepper.id, bytes: hashWith(pepper, purpose, data) };
  },
  hashes: (purpose, data) => peppers().map((pepper) => hashWith(pepper, purpose, data)),
});
