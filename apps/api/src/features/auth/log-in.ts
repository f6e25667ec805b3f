import { authMessages } from '@ballast/contract/auth';
import type { User } from '@ballast/contract/profile';
import type { Session } from '@ballast/contract/session';
import { eq, sql } from 'drizzle-orm';
import { recordActivity } from '../../activity-log.ts';
import { users } from '../../db/schema.ts';
import type { Client, Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import { beginSession } from '../../sessions.ts';
import { toUser } from '../../users.ts';

type Credentials = { email: string; password: string };

export const logInWithPassword = async (
  deps: Deps,
  { email, password }: Credentials,
  client: Client,
): Promise<{ user: User; session: Session }> => {
  const [user] = await deps.db
    .select()
    .from(users)
    .where(eq(sql`lower(${users.email})`, email));
  // An unknown address is hashed too, so that it takes as long as a wrong password.
  const matches = await deps.passwords.verify(password, user?.passwordHash ?? null);
  if (!user || !matches)
    throw new Failure('invalid_credentials', { message: authMessages.invalidCredentials });

  const session = await deps.db.transaction(async (tx) => {
    await recordActivity(tx, { userId: user.id, type: 'login', client, at: deps.now() });
    return beginSession(deps, tx, user, client);
  });
  return { user: toUser(user), session };
};
