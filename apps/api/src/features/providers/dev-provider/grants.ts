// Codes and tokens: single use, one minute, in memory. PKCE is checked.
import { createHash, randomBytes } from 'node:crypto';
import type { Provider } from '@ballast/contract/auth/providers';

export type Persona = { name: string; email: string; username: string; emailVerified: boolean };

export const personas: Record<string, Persona> = {
  ada: { name: 'Ada Park', email: 'ada@northwind.example', username: 'adapark', emailVerified: true },
  tomas: { name: 'Tomás Reyes', email: 'tomas@halcyon.example', username: 'treyes', emailVerified: true },
  nils: { name: 'Nils Berg', email: 'nils@fjord.example', username: 'nberg', emailVerified: false },
};

const maxLength = 254;
const text = (form: URLSearchParams, name: string) => (form.get(name) ?? '').trim().slice(0, maxLength);

export const readPersona = (form: URLSearchParams): Persona => {
  const picked = personas[form.get('persona') ?? ''];
  if (picked) return picked;
  const email = text(form, 'email').toLowerCase();
  const username = text(form, 'username') || email.split('@')[0] || 'somebody';
  return { name: text(form, 'name'), email, username, emailVerified: form.has('email_verified') };
};

// GitHub identifies people by username, Google by address. 48 bits are a whole number in JSON.
export const subjectOf = (provider: Provider, { email, username }: Persona) => {
  const known = provider === 'github' ? username : email || username;
  return createHash('sha256').update(`${provider} ${known.toLowerCase()}`).digest().readUIntBE(0, 6);
};

export type Grant = { persona: Persona; codeChallenge: string; nonce: string | null };

const lifeMs = 60_000;

const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url');

const openStore = <T>(now: () => Date) => {
  const entries = new Map<string, { value: T; expiresAt: number }>();
  return {
    put: (value: T) => {
      for (const [key, { expiresAt }] of entries) if (expiresAt <= now().getTime()) entries.delete(key);
      const key = randomBytes(24).toString('base64url');
      entries.set(key, { value, expiresAt: now().getTime() + lifeMs });
      return key;
    },
    get: (key: string) => {
      const found = entries.get(key);
      return found && found.expiresAt > now().getTime() ? found.value : null;
    },
    delete: (key: string) => entries.delete(key),
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
