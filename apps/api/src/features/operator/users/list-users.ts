// List accounts, newest first, page by page.
import type { Answer, Received } from '@ballast/contract/http/endpoint';
import { cursorUnknown } from '@ballast/contract/http/paging';
import type * as contract from '@ballast/contract/operator/users';
import { operatorUserLimits } from '@ballast/contract/operator/users';
import { and, desc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../db/connections/open.ts';
import type { Deps } from '../../../http/deps.ts';
import type { Operator } from '../../../identity/actor.ts';
import { type UserRow, users } from '../../../identity/tables.ts';
import { Failure } from '../../../runtime/failure.ts';
import { withoutValues } from '../../../runtime/observability/describe-error.ts';
import { recordAlone } from '../log/operator-log.ts';
import { hasStatus, statusOf } from './find-user.ts';

type Row = UserRow & { activeKeys: number };

// In a selected expression drizzle writes a column without its table, and this one would be the key's id.
const activeKeysOf = sql<number>`(
  select count(*)::int from api_keys where api_keys.user_id = users.id and api_keys.revoked_at is null)`;

export const toUser = (row: Row) => ({
  id: row.id,
  email: row.email,
  fullName: row.fullName,
  company: row.companyName,
  status: statusOf(row),
  emailVerified: row.emailVerifiedAt !== null,
  createdAt: row.createdAt.toISOString(),
  activeKeys: row.activeKeys,
});

// strpos knows no wildcards, as LIKE does.
const isFound = (search: string): SQL => {
  const text = sql`lower(concat_ws(' ', ${users.email}, ${users.fullName}, ${users.companyName}))`;
  return sql`strpos(${text}, lower(${search})) > 0`;
};

const idShape = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

// A cursor is the id of the last account of a page. It may have been deleted since.
const isAfter = async (db: Db, cursor: string): Promise<SQL> => {
  const [last] = idShape.test(cursor)
    ? await db
        .select({ at: sql<string>`${users.createdAt}::text` })
        .from(users)
        .where(eq(users.id, cursor))
    : [];
  if (!last)
    throw new Failure('validation_failed', { message: cursorUnknown, fields: { cursor: cursorUnknown } });
  return sql`(${users.createdAt}, ${users.id}) < (${last.at}::timestamptz, ${cursor}::uuid)`;
};

const fewIds = (page: Row[]) =>
  page.length <= operatorUserLimits.candidates ? { users: page.map(({ id }) => id) } : {};

export const listUsers = async (
  deps: Deps,
  actor: Operator,
  { search, status, limit, cursor }: Received<typeof contract.listUsers>['query'],
): Promise<Answer<typeof contract.listUsers>> => {
  const { db } = deps;
  const after = cursor ? await isAfter(db, cursor) : undefined;
  const rows = await db
    .select({ ...getTableColumns(users), activeKeys: activeKeysOf })
    .from(users)
    .where(and(hasStatus(status), search ? isFound(search) : undefined, after))
    .orderBy(desc(users.createdAt), desc(users.id))
    // One row more than the page tells whether there is a next page.
    .limit(limit + 1);
  const page = rows.slice(0, limit);
  // The log outlives accounts, so it has no mail address.
  const askedFor = search ? { search: withoutValues(search) } : {};
  await recordAlone(deps, actor, {
    action: 'users list',
    target: 'users',
    after: { ...askedFor, status, cursor, limit, found: page.length, ...fewIds(page) },
  });
  return { users: page.map(toUser), nextCursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null };
};
