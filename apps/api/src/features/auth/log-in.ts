import { authMessages } from '@ballast/contract/auth';
import type { User } from '@ballast/contract/profile';
import type { Session } from '@ballast/contract/session';
import { Failure } from '../../http/failure.ts';
import type { Cookies } from '../../http/serve.ts';
import type { Visitor } from '../../identity/actor.ts';
import { beginPasswordSession } from '../../identity/sessions.ts';
import { toUser } from '../../identity/users.ts';
import type { Deps } from '../../runtime/deps.ts';
import { findAccountWithIdentities } from './accounts.ts';
import { rememberDevice } from './known-devices.ts';
import { countAttempt } from './password-attempts.ts';

type Credentials = { email: string; password: string };

const invalidCredentials = (accountId?: string) =>
  new Failure('invalid_credentials', { message: authMessages.invalidCredentials, accountId });

export const logIn = async (
  deps: Deps,
  actor: Visitor,
  cookies: Cookies,
  { email, password }: Credentials,
): Promise<{ user: User; session: Session }> => {
  const { user, identities } = await findAccountWithIdentities(deps.db, email);
  const attempt = await countAttempt(deps, actor, cookies, email, user);
  // An unknown address is hashed too, so that it takes as long as a wrong password.
  const matches = await deps.passwords.verify(password, user?.passwordHash ?? null, attempt.caller);
  if (!user || !matches) throw invalidCredentials(user?.id);

  await attempt.forget();
  const session = await beginPasswordSession(deps, actor, user, identities);
  if (!session) throw invalidCredentials(user.id);
  rememberDevice(deps, cookies, user);
  return { user: toUser(user), session };
};
