// PKCE: only the maker of the challenge knows the verifier. The challenge is its SHA-256.
import { createHash, timingSafeEqual } from 'node:crypto';

// With the method as a prefix: a row of an older version may have another one, which matches nothing.
export const storedChallenge = (codeChallenge: string) => `s256:${codeChallenge}`;

export const matchesChallenge = (stored: string, verifier: string) => {
  const computed = storedChallenge(createHash('sha256').update(verifier).digest('base64url'));
  const [a, b] = [Buffer.from(computed), Buffer.from(stored)];
  return a.length === b.length && timingSafeEqual(a, b);
};
