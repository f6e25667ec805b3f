// A link in a mail can carry a whole session. It becomes this browser's session once the server has confirmed it.
import { getProfile } from '@ballast/contract/profile';
import { call } from './api.ts';
import { sessionKeeper } from './keeper.ts';
import { signIn } from './sign-in.ts';
import { stored } from './storage.ts';
import { clearSession, sessionState } from './store.ts';

type Tokens = { access_token: string; refresh_token: string };

export const adoptTokens = async (tokens: Tokens) => {
  const keeper = await sessionKeeper();
  const { data, error } = await keeper.setSession(tokens);
  if (error || !data.session) throw error ?? new Error('The link carries no session');

  stored.authToken.write(data.session.access_token);
  try {
    signIn(await call(getProfile), data.session, 'address');
  } catch (failure) {
    if (!sessionState().authenticated) clearSession();
    throw failure;
  }
};
