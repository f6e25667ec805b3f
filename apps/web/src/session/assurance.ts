// How well a session is proven: what its access token says, and what its account asks for. The session library answers the
// same (`getAuthenticatorAssuranceLevel`), but it is loaded later than the first screen is chosen.
import { type NewSession, storedSession } from './stored-session.ts';

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
export const owesSecondFactor = ({ user, access_token }: Pick<NewSession, 'user' | 'access_token'>) =>
  Boolean(user?.factors?.some(({ status }) => status === 'verified')) &&
  readClaims(access_token).aal === 'aal1';

export const isSecondFactorDue = () => {
  const current = storedSession();
  return current !== null && owesSecondFactor(current);
};

export const provenMethods = () => {
  const { amr = [] } = readClaims(storedSession()?.access_token ?? '');
  return amr.map(({ method }) => method);
};
