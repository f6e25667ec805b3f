// By position and not by page number: a page costs the same however long the log is.
import { type Activity, type ActivityCategory, allCategorised, typesIn } from '@ballast/contract/activities';
import type { Environment } from '@ballast/contract/keys/api-keys';
import { and, desc, eq, gte, inArray, isNull, notInArray, type SQL, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import { readTimeCursor, toTimeCursor } from '../../db/queries/time-cursor.ts';
import type { Deps } from '../../http/deps.ts';
import { activities } from '../../identity/tables.ts';

export type Filters = {
  environment?: Environment | undefined;
  category?: ActivityCategory | undefined;
  after?: string | undefined;
  keyId?: string | undefined;
};

type Row = typeof activities.$inferSelect;

const inCategory = (category: ActivityCategory) =>
  category === 'other'
    ? notInArray(activities.type, allCategorised)
    : inArray(activities.type, typesIn(category));

// Entries of the same moment are ordered by their id.
const cursorOf = ({ createdAt, id }: Row) => toTimeCursor(createdAt.toISOString(), id);

const readCursor = (cursor: string): SQL => {
  const { time, id } = readTimeCursor(cursor);
  return sql`(${activities.createdAt}, ${activities.id}) < (${time}::timestamptz, ${id}::uuid)`;
};

const newest = () => [desc(activities.createdAt), desc(activities.id)];
// Drizzle does not rename the columns of a union's order.
const newestOfUnion = () => sql`created_at desc, id desc`;

const select = (deps: Deps, condition: SQL | undefined, limit: number) =>
  deps.db
    .select()
    .from(activities)
    .where(condition)
    .orderBy(...newest())
    .limit(limit);

// Entries without an environment are shown in both. Two index walks are merged: one walk would pass all entries of the other
// environment.
const inEnvironment = (deps: Deps, environment: Environment, condition: SQL | undefined, limit: number) =>
  unionAll(
    select(deps, and(condition, eq(activities.environment, environment)), limit),
    select(deps, and(condition, isNull(activities.environment)), limit),
  )
    .orderBy(newestOfUnion())
    .limit(limit);

type Page = Filters & { limit: number; cursor?: string | undefined };

const readRows = async (deps: Deps, ownerId: string, { limit, cursor, ...filters }: Page) => {
  const condition = and(
    eq(activities.userId, ownerId),
    filters.category ? inCategory(filters.category) : undefined,
    filters.keyId ? eq(activities.keyId, filters.keyId) : undefined,
    filters.after ? gte(activities.createdAt, new Date(filters.after)) : undefined,
    cursor ? readCursor(cursor) : undefined,
  );
  const most = limit + 1;
  const rows = filters.environment
    ? await inEnvironment(deps, filters.environment, condition, most)
    : await select(deps, condition, most);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { rows: page, nextCursor: rows.length > limit && last ? cursorOf(last) : null };
};

const toActivity = (row: Row): Activity => ({
  id: row.id,
  type: row.type,
  title: row.type,
  description: row.description,
  timestamp: row.createdAt.toISOString(),
  environment: row.environment,
});

export const readActivities = async (deps: Deps, ownerId: string, page: Page) => {
  const { rows, nextCursor } = await readRows(deps, ownerId, page);
  return { activities: rows.map(toActivity), nextCursor };
};

const exportPageSize = 200;

export async function* walkActivities(
  deps: Deps,
  ownerId: string,
  filters: Filters,
): AsyncGenerator<Activity[]> {
  let cursor: string | undefined;
  do {
    const page = await readActivities(deps, ownerId, { ...filters, limit: exportPageSize, cursor });
    yield page.activities;
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
}
