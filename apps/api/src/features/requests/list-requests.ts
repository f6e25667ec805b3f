// Lists requests, and waits for the next one if the caller wants that.
import type { RequestRow } from '@ballast/contract/requests/requests';
import type { Deps } from '../../http/deps.ts';
import type { Actor } from '../../identity/actor.ts';
import { holdActor } from '../../identity/hold-account.ts';
import { type Filters, placeOf, readLater, readNewest } from './read-requests.ts';
import { newestIdOf, type WaitingRoom } from './waiting-room.ts';

type Wanted = Filters & {
  limit: number;
  cursor?: string | undefined;
  after?: string | undefined;
  wait: number;
};
type Listed = { rows: RequestRow[]; nextCursor: string | null };

const read = async (deps: Deps, ownerId: string, { after, wait: _, ...page }: Wanted): Promise<Listed> => {
  if (!after) return readNewest(deps.db, ownerId, page);
  const place = await placeOf(deps.db, ownerId, after);
  return { rows: await readLater(deps.db, ownerId, place, page), nextCursor: null };
};

export const listRequests = async (
  deps: Deps,
  actor: Actor,
  ownerId: string,
  wanted: Wanted,
  room: WaitingRoom,
  gone: () => AbortSignal,
): Promise<Listed> => {
  // Before the rows are read: a row that comes between the two is seen.
  let known = wanted.wait ? await newestIdOf(deps.db, ownerId) : '';
  let listed = await read(deps, ownerId, wanted);
  if (!wanted.wait || listed.rows.length) return listed;
  const until = performance.now() + wanted.wait * 1000;
  const signal = gone();
  for (let left = wanted.wait * 1000; left > 0; left = until - performance.now()) {
    if (listed.rows.length || signal.aborted || !room.hasRoom(ownerId)) break;
    await room.wait(ownerId, known, left, signal);
    if (signal.aborted) break;
    // A caller who was signed out meanwhile reads nothing more.
    await deps.db.transaction((tx) => holdActor(tx, actor));
    known = await newestIdOf(deps.db, ownerId);
    listed = await read(deps, ownerId, wanted);
  }
  return listed;
};
