// The events of an account as they come. A reader names the last position that it knows, and misses none behind it: positions become
// readable in their order (record-event.ts).
import type { Environment } from '@ballast/contract/keys/api-keys';
import { webhookMessage } from '@ballast/contract/webhooks/event-types';
import type { AccountEvent } from '@ballast/contract/webhooks/events';
import { and, asc, eq, gt, sql } from 'drizzle-orm';
import type { Db } from '../../../db/connections/open.ts';
import type { Deps } from '../../../http/deps.ts';
import type { WaitingRoom } from '../../../http/waiting-room.ts';
import type { Actor } from '../../../identity/actor.ts';
import { holdActor } from '../../../identity/hold-account.ts';
import { webhookEvents } from '../../../identity/webhooks/tables.ts';

const placeOf = (ownerId: string, environment: Environment) => `${ownerId} ${environment}`;

// The newest position of each account and environment that has one.
export const readPositions = async (db: Db, places: string[]) => {
  const { rows } = await db.execute<{ place: string; position: string }>(sql`
    select user_id || ' ' || environment as place, position::text from webhook_positions
    join unnest(${sql.param(places)}::text[]) as wanted(place)
      on user_id = split_part(wanted.place, ' ', 1)::uuid and environment = split_part(wanted.place, ' ', 2)`);
  return new Map(rows.map(({ place, position }) => [place, position]));
};

type Wanted = { environment: Environment; after?: string | undefined; wait: number; limit: number };

const readAfter = async (db: Db, ownerId: string, { environment, after, limit }: Wanted) => {
  const rows = await db
    .select()
    .from(webhookEvents)
    .where(
      and(
        eq(webhookEvents.userId, ownerId),
        eq(webhookEvents.environment, environment),
        gt(webhookEvents.position, Number(after)),
      ),
    )
    .orderBy(asc(webhookEvents.position))
    .limit(limit);
  const events = rows.map(
    ({ eventId, body }): AccountEvent => ({ id: eventId, ...webhookMessage.parse(JSON.parse(body)) }),
  );
  return { events, last: rows.at(-1)?.position ?? null };
};

export const readEvents = async (
  deps: Deps,
  actor: Actor,
  wanted: Wanted,
  room: WaitingRoom,
  gone: () => AbortSignal,
) => {
  const ownerId = actor.user.id;
  const place = placeOf(ownerId, wanted.environment);
  const newest = async () => (await readPositions(deps.db, [place])).get(place) ?? '0';
  // Before the events are read: one that comes between the two is seen.
  let known = await newest();
  if (wanted.after === undefined) return { events: [], cursor: known };
  // A cursor from before a restored backup may be ahead of all events.
  const after = Number(wanted.after) > Number(known) ? known : wanted.after;
  const page = { ...wanted, after };
  let found = await readAfter(deps.db, ownerId, page);
  const signal = wanted.wait ? gone() : null;
  const until = performance.now() + wanted.wait * 1000;
  for (let left = wanted.wait * 1000; left > 0 && signal; left = until - performance.now()) {
    if (found.events.length || signal.aborted || !room.hasRoom(ownerId)) break;
    await room.wait({ ownerId, place, known }, left, signal);
    if (signal.aborted) break;
    // A caller who was signed out meanwhile reads nothing more.
    await deps.db.transaction((tx) => holdActor(tx, actor));
    known = await newest();
    found = await readAfter(deps.db, ownerId, page);
  }
  return { events: found.events, cursor: found.last === null ? after : String(found.last) };
};
