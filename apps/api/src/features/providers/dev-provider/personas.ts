// Who one can be at the dev provider. The same person is the same account the next time.
import { createHash } from 'node:crypto';
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

// GitHub knows people by their username and lets them change their address; Google knows them by their address.
// 48 bits are a whole number in JSON.
export const subjectOf = (provider: Provider, { email, username }: Persona) => {
  const known = provider === 'github' ? username : email || username;
  return createHash('sha256').update(`${provider} ${known.toLowerCase()}`).digest().readUIntBE(0, 6);
};
