import { authMessages } from '@ballast/contract/auth';
import type { User } from '@ballast/contract/profile';
import type { Session } from '@ballast/contract/session';
import { sql } from 'drizzle-orm';
import { fromAddress } from '../../activity-log.ts';
import type { Client } from '../../actor.ts';
import { prepared } from '../../db/prepared.ts';
import { sessions, users } from '../../db/schema.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../http/failure.ts';
import { sessionOf } from '../../sessions.ts';
import { consume, type Throttles } from '../../throttles.ts';
import { toUser } from '../../users.ts';
import { findAccountWithIdentities } from './accounts.ts';

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
// address's owner: then no session may begin. One statement, so that a sign-in costs little beside its hash.
const beginSession = prepared((db) => {
  const now = sql`${sql.placeholder('now')}::timestamptz`;
  const address = sql`${sql.placeholder('address')}::text`;
  const held = db.$with('held', { id: users.id }).as(sql`
    select id from users
    where id = ${sql.placeholder('userId')} and password_hash = ${sql.placeholder('passwordHash')} for share`);
  const entry = db.$with('entry', {}).as(sql`
    insert into activities (user_id, type, description, address, created_at)
    select id, 'login', ${sql.placeholder('description')}, ${address}, ${now} from held`);
  return db
    .with(held, entry)
    .insert(sessions)
    .select((qb) =>
      qb
        .select({
          id: sql`gen_random_uuid()`.as('id'),
          userId: held.id,
          kind: sql`'browser'`.as('kind'),
          refreshCounter: sql`0`.as('refresh_counter'),
          refreshedAt: now.as('refreshed_at'),
          lastSeenAt: now.as('last_seen_at'),
          createdAt: now.as('created_at'),
          address: address.as('address'),
          userAgent: sql`${sql.placeholder('userAgent')}::text`.as('user_agent'),
        })
        .from(held),
    )
    .returning({ id: sessions.id, refreshCounter: sessions.refreshCounter })
    .prepare('begin_session');
});

export const logInWithPassword = async (
  deps: Deps,
  { email, password }: Credentials,
  client: Client,
): Promise<{ user: User; session: Session }> => {
  const account = await limitAttempts(deps.throttles, email, client.address);
  const { user, linked } = await findAccountWithIdentities(deps.db, email);
  // An unknown address is hashed too, so that it takes as long as a wrong password.
  const matches = await deps.passwords.verify(password, user?.passwordHash ?? null);
  if (!user || !matches) throw invalidCredentials();

  await account.forget();
  const [row] = await beginSession(deps.db).execute({
    userId: user.id,
    passwordHash: user.passwordHash,
    ...client,
    description: fromAddress(client),
    now: deps.now().toISOString(),
  });
  if (!row) throw invalidCredentials();
  return { user: toUser(user), session: await sessionOf(deps, user, linked, row) };
};
