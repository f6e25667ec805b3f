// Signs this browser in.
import type { User } from '@ballast/contract/profile';
import { keepSession, type NewSession } from './kept-session.ts';
import { setSignedInUser } from './store.ts';

export const signIn = (user: User, session: NewSession) => {
  keepSession(session);
  setSignedInUser(user, session.access_token);
};
