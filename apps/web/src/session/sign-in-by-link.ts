// A link in a mail can carry a whole session. It becomes this browser's session once the server has confirmed it.
import { owesSecondFactor } from './assurance.ts';
import { openMemoryClient } from './auth-client.ts';
import { signInBySession } from './sign-in-by-session.ts';

type Tokens = { access_token: string; refresh_token: string };

export const signInYourself =
  'This account uses two-step verification, so a link can’t sign you in. Sign in yourself.';

// The maker of the link has a copy of its session, so the second factor of the account must not strengthen it.
export class SignInYourself extends Error {
  constructor() {
    super(signInYourself);
  }
}

export const signInByLink = async (tokens: Tokens) => {
  const client = await openMemoryClient('link');
  const { data, error } = await client.setSession(tokens);
  if (error || !data.session) throw error ?? new Error('The link carries no session');
  if (owesSecondFactor(data.session)) {
    await client.signOut({ scope: 'local' }).catch(() => {});
    throw new SignInYourself();
  }
  await signInBySession(data.session, 'address');
};
