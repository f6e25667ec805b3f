// Finds the account of an address. Addresses are stored as typed at sign-up, and compared without case.

import { eq, type Placeholder, sql } from 'drizzle-orm';
import type { Db } from '../../db/open.ts';
import { prepared } from '../../db/prepared.ts';
import { identities, type UserRow, users } from '../../identity/tables.ts';

const hasAddress = (lowerCase: string | Placeholder) => eq(sql`lower(${users.email})`, lowerCase);

export const findAccount = async (tx: Db, email: string): Promise<UserRow | undefined> => {
  const [row] = await tx.select().from(users).where(hasAddress(email.toLowerCase()));
  return row;
};

// Holds the account as identity/hold-account.ts does, so that it is neither verified nor moved meanwhile.
export const holdAccountOf = async (tx: Db, email: string): Promise<UserRow | undefined> => {
  const [row] = await tx.select().from(users).where(hasAddress(email.toLowerCase())).for('no key update');
  return row;
};

const accountWithIdentities = prepared((db) =>
  db
    .select({ user: users, identity: identities })
    .from(users)
    .leftJoin(identities, eq(identities.userId, users.id))
    .where(hasAddress(sql.placeholder('email')))
    .prepare('account_with_identities'),
);

export const findAccountWithIdentities = async (db: Db, email: string) => {
  const rows = await accountWithIdentities(db).execute({ email: email.toLowerCase() });
  return { user: rows[0]?.user, identities: rows.flatMap(({ identity }) => identity ?? []) };
};
