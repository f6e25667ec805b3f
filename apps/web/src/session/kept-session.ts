// The part of a session that lets it last: the refresh token, and when the access token ends.
import { accessTokenSeconds } from '@ballast/contract/session';
import { stored } from './storage.ts';

export type NewSession = { access_token: string; refresh_token: string; expires_in: number };
type KeptSession = NewSession & { expires_at: number };

const nowSeconds = () => Math.floor(Date.now() / 1000);

// This device's clock may be wrong by hours, the duration that the server names is not. So the end is restated as a
// duration from now; otherwise a slow clock would send dead tokens and a fast one would refresh at every call.
const inDeviceTime = (session: NewSession): KeptSession => ({
  ...session,
  expires_at: nowSeconds() + Math.floor(Math.min(session.expires_in, accessTokenSeconds)),
});

export const keepSession = (session: NewSession) =>
  stored.keptSession.write(JSON.stringify(inDeviceTime(session)));

export const keptSession = (): KeptSession | null => {
  try {
    return JSON.parse(stored.keptSession.read() ?? 'null');
  } catch {
    return null;
  }
};

export const secondsLeft = (session: KeptSession) => session.expires_at - nowSeconds();
