// How well a session is proven: what its access token says, and what its account asks for. The session library answers the
// same (`getAuthenticatorAssuranceLevel`), but it is loaded later than the first screen is chosen.
import { keptSession } from './kept-session.ts';

type Claims = { aal?: string; amr?: { method: string }[] };

const readClaims = (token: string): Claims => {
  try {
    const payload = token.split('.')[1] ?? '';
    return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
  } catch {
    return {};
  }
};

// An account with a verified factor asks for it before anything else.
export const isSecondFactorDue = () => {
  const kept = keptSession();
  if (!kept?.user?.factors?.some(({ status }) => status === 'verified')) return false;
  return readClaims(kept.access_token).aal === 'aal1';
};

export const provenMethods = () => {
  const { amr = [] } = readClaims(keptSession()?.access_token ?? '');
  return amr.map(({ method }) => method);
};
