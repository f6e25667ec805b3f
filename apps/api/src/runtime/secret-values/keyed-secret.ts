// A secret and the id that tells it from those before and after it. Of a list the first is in use; the others still count.
import { createHmac } from 'node:crypto';

export type KeyedSecret = { id: string; value: string };

// What a database remembers of a secret: enough to know it again, and nothing that gives it away.
export const fingerprintOf = (value: string) =>
  createHmac('sha256', value).update('ballast secret fingerprint\0').digest('base64url').slice(0, 22);

// A value that was given without an id always has the same one.
export const withId = (value: string): KeyedSecret => ({ id: `v${fingerprintOf(value).slice(0, 8)}`, value });

export const firstOf = (secrets: KeyedSecret[]): KeyedSecret => {
  const [first] = secrets;
  if (!first) throw new Error('a list of secrets is empty');
  return first;
};
