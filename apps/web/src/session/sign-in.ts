// From here on this browser is signed in.
import type { User } from '@ballast/contract/profile';
import { keepSession, type NewSession } from './kept-session.ts';
import { enterAs } from './store.ts';

export const signIn = (user: User, session: NewSession) => {
  keepSession(session);
  enterAs(user, session.access_token);
};
