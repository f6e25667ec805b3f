// Codes and tokens of the dev provider: single use, one minute, in memory. PKCE is checked as a provider checks it.
import { createHash, randomBytes } from 'node:crypto';
import type { Persona } from './personas.ts';

export type Grant = { persona: Persona; codeChallenge: string; nonce: string | null };

const lifeMs = 60_000;

const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url');

// A store of things that can be taken out once.
const openStore = <T>(now: () => Date) => {
  const kept = new Map<string, { value: T; expiresAt: number }>();
  return {
    put: (value: T) => {
      for (const [key, { expiresAt }] of kept) if (expiresAt <= now().getTime()) kept.delete(key);
      const key = randomBytes(24).toString('base64url');
      kept.set(key, { value, expiresAt: now().getTime() + lifeMs });
      return key;
    },
    get: (key: string) => {
      const found = kept.get(key);
      return found && found.expiresAt > now().getTime() ? found.value : null;
    },
    delete: (key: string) => kept.delete(key),
  };
};

export type Grants = ReturnType<typeof openGrants>;

export const openGrants = (now: () => Date) => {
  const codes = openStore<Grant>(now);
  const tokens = openStore<Persona>(now);
  return {
    issueCode: codes.put,
    redeem: (code: string, verifier: string): Grant | null => {
      const grant = codes.get(code);
      codes.delete(code);
      return grant && challengeOf(verifier) === grant.codeChallenge ? grant : null;
    },
    issueToken: tokens.put,
    bearer: (authorization: string | undefined) => tokens.get(authorization?.replace(/^bearer /i, '') ?? ''),
  };
};
