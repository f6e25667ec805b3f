import { authMessages } from '@ballast/contract/auth';
import type { User } from '@ballast/contract/profile';
import type { Session } from '@ballast/contract/session';
import { recordActivity } from '../../activity-log.ts';
import { isForeignKeyViolation } from '../../db/violations.ts';
import type { Client, Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import { beginSession } from '../../sessions.ts';
import { consume, type Throttles } from '../../throttles.ts';
import { toUser } from '../../users.ts';
import { findAccount } from './accounts.ts';

type Credentials = { email: string; password: string };

const invalidCredentials = () =>
  new Failure('invalid_credentials', { message: authMessages.invalidCredentials });

// Counted before the password is checked, so that attempts at once count too; a right password clears the account's count.
const limitAttempts = async (throttles: Throttles, email: string, address: string) => {
  await consume(throttles.signInPerAddress, address);
  await consume(throttles.signInPerAccountAndAddress, `${email} ${address}`);
  await consume(throttles.signInPerAccount, email);
  const forget = () =>
    Promise.all([
      throttles.signInPerAccountAndAddress.delete(`${email} ${address}`),
      throttles.signInPerAccount.delete(email),
    ]);
  return { forget };
};

export const logInWithPassword = async (
  deps: Deps,
  { email, password }: Credentials,
  client: Client,
): Promise<{ user: User; session: Session }> => {
  const account = await limitAttempts(deps.throttles, email, client.address);
  const user = await findAccount(deps.db, email);
  // An unknown address is hashed too, so that it takes as long as a wrong password.
  const matches = await deps.passwords.verify(password, user?.passwordHash ?? null);
  if (!user || !matches) throw invalidCredentials();

  await account.forget();
  const beginning = deps.db.transaction(async (tx) => {
    await recordActivity(tx, { userId: user.id, type: 'login', client, at: deps.now() });
    return beginSession(deps, tx, user, client);
  });
  const session = await beginning.catch((error) => {
    // An unverified account can give way to its address's owner at this very moment.
    throw isForeignKeyViolation(error) ? invalidCredentials() : error;
  });
  return { user: toUser(user), session };
};
