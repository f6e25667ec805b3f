// PKCE: whoever made the challenge, and nobody else, knows the verifier. Stored as method:challenge.
import { createHash, timingSafeEqual } from 'node:crypto';

export const matchesChallenge = (codeChallenge: string, verifier: string) => {
  const [method, wanted = ''] = codeChallenge.split(':');
  const given = method === 'plain' ? verifier : createHash('sha256').update(verifier).digest('base64url');
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
};
