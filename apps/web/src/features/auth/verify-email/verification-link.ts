import { isEmailVerified } from '@ballast/contract/auth/account-state';
import { verifyEmail } from '@ballast/contract/auth/auth';
import { runOnce } from '../../../lib/run-once.ts';
import { call } from '../../../session/api.ts';
import { stored } from '../../../session/browser-storage.ts';
import { refreshProfile } from '../../../session/profile.ts';
import { sessionState } from '../../../session/session-state.ts';
import { signInByLink } from '../../../session/sign-in.ts';

export type VerificationLink =
  | { kind: 'query'; token: string }
  | { kind: 'hash'; accessToken: string; refreshToken: string };

type Address = { search: string; hash: string };

export const readVerificationLink = ({ search, hash }: Address): VerificationLink | null => {
  // The portal's own links have a token. Anybody can add a session of theirs to one.
  const token = new URLSearchParams(search).get('token');
  if (token) return { kind: 'query', token };

  const fragment = new URLSearchParams(hash.replace('#', ''));
  const accessToken = fragment.get('access_token');
  return accessToken
    ? { kind: 'hash', accessToken, refreshToken: fragment.get('refresh_token') ?? '' }
    : null;
};

// A link that brings a session along has no address.
export type Verified = { choosePassword: boolean; email: string | null };

// Anybody can put a session into a link, also one of an account whose address nobody verified.
const refuseUnverified = () => {
  const { user } = sessionState();
  if (!user || !isEmailVerified(user)) throw new Error('The address is not verified');
};

const spend = async (link: VerificationLink): Promise<Verified> => {
  if (link.kind === 'hash') {
    // The session stays as it is. Its own address may be verified by now.
    if (sessionState().authenticated) await refreshProfile();
    else await signInByLink({ access_token: link.accessToken, refresh_token: link.refreshToken });
    refuseUnverified();
    return { choosePassword: false, email: null };
  }
  const { choosePassword = false, email } = await call(verifyEmail, {
    body: { token: link.token, type: 'email' },
  });
  // The address is verified by now. If the profile cannot be read, the next start reads it.
  if (sessionState().authenticated) await refreshProfile().catch(() => {});
  else stored.verificationEmail.write(email);
  return { choosePassword, email };
};

export const spendOnce = runOnce(spend, (link) => (link.kind === 'hash' ? link.accessToken : link.token));
