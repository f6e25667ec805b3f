// A cursor holds the position of a page's last key in the order: a page costs the same wherever it begins, and new or deleted keys
// move no others.
import { cursorUnknown } from '@ballast/contract/http/paging';
import { type KeySort, keySorts } from '@ballast/contract/keys/api-keys';
import { asc, desc, type SQL, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { apiKeys, lastUse } from '../../key-check/tables.ts';
import { invalidField } from '../../runtime/failure.ts';

type Order = {
  key: SQL;
  // The same as a text. Times are microseconds, because a Date would round them.
  position: SQL<string>;
  isPosition: (text: string) => boolean;
  keyAt: (position: string) => SQL;
  direction: 'asc' | 'desc';
};

const microseconds = (time: SQL) => sql<string>`(extract(epoch from ${time}) * 1000000)::bigint`;
const timeAt = (position: string) =>
  sql`(timestamptz 'epoch' + ${position}::bigint * interval '1 microsecond')`;
// These times end in the year 2286; PostgreSQL would fail at one that it cannot hold.
const isTime = (text: string) => /^\d{1,16}$/.test(text);
const never = '-1';

const createdAt = sql`${apiKeys.createdAt}`;
const usedAt = lastUse(apiKeys.lastUsedAt);
const name = sql<string>`lower(${apiKeys.name})`;

const orders: Record<KeySort, Order> = {
  created: {
    key: createdAt,
    position: microseconds(createdAt),
    isPosition: isTime,
    keyAt: timeAt,
    direction: 'desc',
  },
  used: {
    key: usedAt,
    position: sql`coalesce(${microseconds(sql`${apiKeys.lastUsedAt}`)}, ${sql.raw(never)})`,
    isPosition: (text) => text === never || isTime(text),
    keyAt: (position) => (position === never ? sql`'-infinity'::timestamptz` : timeAt(position)),
    direction: 'desc',
  },
  name: {
    key: name,
    position: name,
    isPosition: (text) => !text.includes('\0'),
    keyAt: (position) => sql`${position}`,
    direction: 'asc',
  },
};

export const positionIn = (sort: KeySort) => orders[sort].position;

// Keys at the same position are ordered by their id.
export const inOrder = (sort: KeySort) => {
  const { key, direction } = orders[sort];
  return direction === 'asc' ? [asc(key), asc(apiKeys.id)] : [desc(key), desc(apiKeys.id)];
};

// For two merged walks. Drizzle does not rename the columns of a union's order.
export const inOrderOfPosition = (sort: KeySort) => {
  const direction = sql.raw(orders[sort].direction);
  return [sql`position ${direction}`, sql`id ${direction}`];
};

type Place = { position: string; id: string };

export const writeCursor = (sort: KeySort, { position, id }: Place) =>
  Buffer.from(JSON.stringify([sort, position, id])).toString('base64url');

const cursorShape = z.tuple([z.enum(keySorts), z.string(), z.uuid()]);

const parseCursor = (cursor: string) => {
  try {
    return cursorShape.safeParse(JSON.parse(Buffer.from(cursor, 'base64url').toString())).data;
  } catch {
    return undefined;
  }
};

const readCursor = (sort: KeySort, cursor: string): Place => {
  const [itsSort, position = '', id = ''] = parseCursor(cursor) ?? [];
  if (itsSort === sort && orders[sort].isPosition(position)) return { position, id };
  throw invalidField('cursor', cursorUnknown);
};

export const isAfter = (sort: KeySort, cursor: string): SQL => {
  const { position, id } = readCursor(sort, cursor);
  const { key, keyAt, direction } = orders[sort];
  return sql`(${key}, ${apiKeys.id}) ${sql.raw(direction === 'asc' ? '>' : '<')} (${keyAt(position)}, ${id}::uuid)`;
};
