// Signs this browser in. A session that came with an address may be a stranger's, so the account is then named on every screen
// until the person has said whose it is (domain/signed-in-as.tsx).
import type { User } from '@ballast/contract/profile';
import { stored } from './browser-storage.ts';
import { saveSession } from './save-session.ts';
import { setSignedInUser } from './session-state.ts';
import type { NewSession } from './stored-session.ts';

export const signIn = (user: User, session: NewSession, origin: 'form' | 'address' = 'form') => {
  if (origin === 'address') stored.userFromAddress.write(user.id);
  else stored.userFromAddress.remove();
  saveSession(session);
  setSignedInUser(user, session.access_token);
};
