// Addresses are stored as typed at sign-up, and compared without case.
import { eq, type Placeholder, sql } from 'drizzle-orm';
import type { Db } from '../../db/connections/open.ts';
import { prepared } from '../../db/queries/prepared.ts';
import { shownColumns } from '../../identity/factors/factors.ts';
import { factors } from '../../identity/factors/tables.ts';
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

const accountToOpen = prepared((db) =>
  db
    .select({ user: users, identity: identities, factor: shownColumns })
    .from(users)
    .leftJoin(identities, eq(identities.userId, users.id))
    .leftJoin(factors, eq(factors.userId, users.id))
    .where(hasAddress(sql.placeholder('email')))
    .prepare('account_to_open'),
);

// Each identity comes with each factor.
const distinct = <T extends { id: string }>(rows: (T | null)[]): T[] => [
  ...new Map(rows.flatMap((row) => (row ? [[row.id, row] as const] : []))).values(),
];

export const findAccountToOpen = async (db: Db, email: string) => {
  const rows = await accountToOpen(db).execute({ email: email.toLowerCase() });
  return {
    user: rows[0]?.user,
    identities: distinct(rows.map(({ identity }) => identity)),
    factors: distinct(rows.map(({ factor }) => factor)),
  };
};
