import { accessTokenSeconds } from '@ballast/contract/auth/session';
import { stored } from './browser-storage.ts';
import { type NewSession, nowSeconds, type StoredSession, storedSession } from './stored-session.ts';

// This device's clock may be wrong by hours, but the duration that the server names is right. So the expiry is counted
// from the device's now; otherwise a slow clock would send expired tokens and a fast one would refresh at every call.
const toDeviceTime = (session: NewSession): StoredSession => ({
  ...session,
  expires_at: nowSeconds() + Math.floor(Math.min(session.expires_in, accessTokenSeconds)),
});

// The session library also saves a session whose user alone has changed: its token is then as old as before.
export const saveSession = (session: NewSession) => {
  const before = storedSession();
  const isSameToken = before?.access_token === session.access_token;
  const current = isSameToken ? { ...session, expires_at: before.expires_at } : toDeviceTime(session);
  stored.session.write(JSON.stringify(current));
};

// A proof brings a new access token. The refresh token stays.
export const saveAccessToken = ({
  access_token,
  expires_in,
}: Pick<NewSession, 'access_token' | 'expires_in'>) => {
  const current = storedSession();
  if (!current) return;
  saveSession({ ...current, access_token, expires_in });
  stored.authToken.write(access_token);
};
