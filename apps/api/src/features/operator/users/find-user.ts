// Whom an operator means: by an id, by how it begins, or by an address.
import { email } from '@ballast/contract/auth/auth';
import { operatorUserLimits, operatorUserMessages } from '@ballast/contract/operator/users';
import { eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../db/connections/open.ts';
import { lockAccount } from '../../../identity/hold-account.ts';
import { type UserRow, users } from '../../../identity/tables.ts';
import { Failure } from '../../../runtime/failure.ts';
import { beginsWith } from '../id-start.ts';

const { candidates } = operatorUserLimits;
const notFound = (who: string) => new Failure('not_found', { message: operatorUserMessages.none(who) });

const hasAddress = (who: string): SQL | null => {
  const address = email.safeParse(who);
  return address.success ? eq(sql`lower(${users.email})`, address.data) : null;
};

const isMeant = (who: string) => (who.includes('@') ? hasAddress(who) : beginsWith(users.id, who));

export const findUser = async (db: Db, who: string): Promise<UserRow> => {
  const meant = isMeant(who);
  if (!meant) throw notFound(who);
  const found = await db
    .select()
    .from(users)
    .where(meant)
    .orderBy(users.id)
    .limit(candidates + 1);
  const [user, another] = found;
  if (!user) throw notFound(who);
  if (!another) return user;
  const named = found.slice(0, candidates).map(({ id, email }) => `${id} (${email})`);
  throw new Failure('conflict', {
    message: operatorUserMessages.several(who, named, found.length > candidates),
  });
};

// In a transaction that changes the account.
export const holdUser = async (tx: Db, id: string): Promise<UserRow> => {
  const held = await lockAccount(tx, id);
  if (!held) throw notFound(id);
  return held;
};

export const targetOf = ({ id }: Pick<UserRow, 'id'>) => `user ${id}`;
