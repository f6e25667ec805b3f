// Finds an account by its id, the beginning of it, or its address, and tells its status.
import { email } from '@ballast/contract/auth/auth';
import { operatorUserMessages, type UserStatus } from '@ballast/contract/operator/users';
import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../db/connections/open.ts';
import { lockAccount } from '../../../identity/hold-account.ts';
import { type UserRow, users } from '../../../identity/tables.ts';
import { Failure } from '../../../runtime/failure.ts';
import { beginsWith, findOne } from '../find-one.ts';

const hasAddress = (who: string): SQL | null => {
  const address = email.safeParse(who);
  return address.success ? eq(sql`lower(${users.email})`, address.data) : null;
};

const isMeant = (who: string) => (who.includes('@') ? hasAddress(who) : beginsWith(users.id, who));

export const findUser = (db: Db, who: string): Promise<UserRow> => {
  const read = (condition: SQL, limit: number) =>
    db.select().from(users).where(condition).orderBy(users.id).limit(limit);
  return findOne(who, isMeant(who), operatorUserMessages, read, ({ id, email }) => `${id} (${email})`);
};

// In a transaction that changes the account.
export const holdUser = async (tx: Db, id: string): Promise<UserRow> => {
  const held = await lockAccount(tx, id);
  if (!held) throw new Failure('not_found', { message: operatorUserMessages.none(id) });
  return held;
};

export const targetOf = ({ id }: Pick<UserRow, 'id'>) => `user ${id}`;

// A deleted account still exists for a week. One that is suspended as well waits for an operator.
export const statusOf = ({ deletesAt, suspendedAt }: UserRow): UserStatus => {
  if (suspendedAt) return 'suspended';
  return deletesAt ? 'deleted' : 'active';
};

export const hasStatus = (status: UserStatus | undefined) => {
  switch (status) {
    case 'active':
      return and(isNull(users.deletesAt), isNull(users.suspendedAt));
    case 'suspended':
      return isNotNull(users.suspendedAt);
    case 'deleted':
      return and(isNotNull(users.deletesAt), isNull(users.suspendedAt));
    case undefined:
      return undefined;
  }
};
