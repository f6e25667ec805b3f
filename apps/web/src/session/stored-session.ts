// The session as it is stored. Every page reads it, so it imports no schema of the contract.
import { stored } from './browser-storage.ts';

export type NewSession = {
  access_token: string;
  refresh_token: string;
  expires_in: number;
  // The session library keeps the user with the session, and with it the factors of the account.
  user?: { factors?: { status: string }[] | undefined };
};
export type StoredSession = NewSession & { expires_at: number };

export const nowSeconds = () => Math.floor(Date.now() / 1000);

export const storedSession = (): StoredSession | null => {
  try {
    return JSON.parse(stored.session.read() ?? 'null');
  } catch {
    return null;
  }
};

export const secondsLeft = (session: StoredSession) => session.expires_at - nowSeconds();

// The auth client is loaded this long after the page, and must be in time to renew the token. A token lasts for an hour.
export const clientLoadSeconds = 60;

export const hasTime = (session: StoredSession) => secondsLeft(session) > 2 * clientLoadSeconds;
