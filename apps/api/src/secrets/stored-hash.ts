// What the database keeps of a value that its holder presents: a hash, and the pepper that it was made with.
import type { Pepper } from './pepper.ts';

type Purpose = 'api-key' | 'cli-token' | 'limited-cli-token' | 'recovery-code';

export const hashValue = (pepper: Pepper, purpose: Purpose, value: string) => {
  const { pepperId, bytes } = pepper.hash(purpose, value);
  return { hash: bytes.toString('base64url'), pepperId };
};

export const possibleHashes = (pepper: Pepper, purpose: Purpose, value: string) =>
  pepper.hashes(purpose, value).map((hash) => hash.toString('base64url'));
