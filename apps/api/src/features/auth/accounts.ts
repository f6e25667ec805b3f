// Finds the account of an address. Addresses are stored as typed at sign-up, and compared without case.
import { eq, sql } from 'drizzle-orm';
import type { Db } from '../../db/open.ts';
import { type UserRow, users } from '../../db/schema.ts';

export const findAccount = async (tx: Db, email: string): Promise<UserRow | undefined> => {
  const [row] = await tx
    .select()
    .from(users)
    .where(eq(sql`lower(${users.email})`, email.toLowerCase()));
  return row;
};

export const nameOf = (user: UserRow) => user.fullName ?? user.email;
