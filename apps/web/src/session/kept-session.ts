// The session as it is stored: the refresh token, and when the access token expires.
import { accessTokenSeconds } from '@ballast/contract/session';
import { stored } from './storage.ts';

export type NewSession = {
  access_token: string;
  refresh_token: string;
  expires_in: number;
  // The session library keeps the user with the session, and with it the factors of the account.
  user?: { factors?: { status: string }[] | undefined };
};
type KeptSession = NewSession & { expires_at: number };

const nowSeconds = () => Math.floor(Date.now() / 1000);

// This device's clock may be wrong by hours, but the duration that the server names is right. So the expiry is counted
// from the device's now; otherwise a slow clock would send expired tokens and a fast one would refresh at every call.
const toDeviceTime = (session: NewSession): KeptSession => ({
  ...session,
  expires_at: nowSeconds() + Math.floor(Math.min(session.expires_in, accessTokenSeconds)),
});

export const keptSession = (): KeptSession | null => {
  try {
    return JSON.parse(stored.keptSession.read() ?? 'null');
  } catch {
    return null;
  }
};

// The session library also saves a session whose user alone has changed: its token is then as old as before.
export const keepSession = (session: NewSession) => {
  const before = keptSession();
  const isSameToken = before?.access_token === session.access_token;
  const kept = isSameToken ? { ...session, expires_at: before.expires_at } : toDeviceTime(session);
  stored.keptSession.write(JSON.stringify(kept));
};

export const secondsLeft = (session: KeptSession) => session.expires_at - nowSeconds();
