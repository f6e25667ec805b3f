import { authMessages } from '@ballast/contract/auth';
import type { User } from '@ballast/contract/profile';
import type { Session } from '@ballast/contract/session';
import { Failure } from '../../http/failure.ts';
import type { Visitor } from '../../identity/actor.ts';
import { beginPasswordSession } from '../../identity/sessions.ts';
import { consume } from '../../identity/throttles.ts';
import { toUser } from '../../identity/users.ts';
import type { Deps } from '../../runtime/deps.ts';
import { findAccountWithIdentities } from './accounts.ts';

type Credentials = { email: string; password: string };

const invalidCredentials = () =>
  new Failure('invalid_credentials', { message: authMessages.invalidCredentials });

// An attempt is counted before the password is checked, so that attempts at once count, too; a right password clears the
// account's count.
const limitAttempts = async ({ throttles }: Deps, { client }: Visitor, email: string) => {
  const accountAndAddress = `${email} ${client.address}`;
  await consume(throttles.signInPerAddress, client.address);
  await consume(throttles.signInPerAccountAndAddress, accountAndAddress);
  await consume(throttles.signInPerAccount, email);
  const forget = () =>
    Promise.all([
      throttles.signInPerAccountAndAddress.delete(accountAndAddress),
      throttles.signInPerAccount.delete(email),
    ]);
  return { forget };
};

export const logIn = async (
  deps: Deps,
  actor: Visitor,
  { email, password }: Credentials,
): Promise<{ user: User; session: Session }> => {
  const attempts = await limitAttempts(deps, actor, email);
  const { user, identities } = await findAccountWithIdentities(deps.db, email);
  // An unknown address is hashed too, so that it takes as long as a wrong password.
  const matches = await deps.passwords.verify(password, user?.passwordHash ?? null);
  if (!user || !matches) throw invalidCredentials();

  await attempts.forget();
  const session = await beginPasswordSession(deps, actor, user, identities);
  if (!session) throw invalidCredentials();
  return { user: toUser(user), session };
};
