import { authMessages } from '@ballast/contract/auth';
import type { User } from '@ballast/contract/profile';
import type { Session } from '@ballast/contract/session';
import { eq } from 'drizzle-orm';
import { recordActivity } from '../../activity-log.ts';
import type { Db } from '../../db/open.ts';
import { type UserRow, users } from '../../db/schema.ts';
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

// While the password was being checked it may have been reset, or the unverified account may have given way to its
// address's owner: then no session may begin.
const holdAccount = async (tx: Db, { id, passwordHash }: UserRow) => {
  const [held] = await tx.select().from(users).where(eq(users.id, id)).for('share');
  return held?.passwordHash === passwordHash;
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
  const session = await deps.db.transaction(async (tx) => {
    if (!(await holdAccount(tx, user))) throw invalidCredentials();
    await recordActivity(tx, { userId: user.id, type: 'login', client, at: deps.now() });
    return beginSession(deps, tx, user, client);
  });
  return { user: toUser(user), session };
};
