// Signs this browser in. A session that came with an address may be a stranger's, so the account is then named on every screen
// until the person has said whose it is (domain/signed-in-as.tsx).
import type { User } from '@ballast/contract/profile';
import { keepSession } from './keep-session.ts';
import type { NewSession } from './kept-session.ts';
import { stored } from './storage.ts';
import { setSignedInUser } from './store.ts';

export const signIn = (user: User, session: NewSession, origin: 'form' | 'address' = 'form') => {
  if (origin === 'address') stored.userFromAddress.write(user.id);
  else stored.userFromAddress.remove();
  keepSession(session);
  setSignedInUser(user, session.access_token);
};
