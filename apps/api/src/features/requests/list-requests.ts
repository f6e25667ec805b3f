// Lists requests, and waits for the next one if the caller wants that.
import type { RequestRow } from '@ballast/contract/requests/requests';
import type { Deps } from '../../http/deps.ts';
import type { Actor } from '../../identity/actor.ts';
import { holdActor } from '../../identity/hold-account.ts';
import { type Filters, placeOf, readLater, readNewest } from './read-requests.ts';
import type { InTurn } from './search-in-turn.ts';
import { newestIdOf, type WaitingRoom } from './waiting-room.ts';

type Wanted = Filters & {
  limit: number;
  cursor?: string | undefined;
  after?: string | undefined;
  wait: number;
};
// Where the next call goes on that waits, also after one that had no rows.
type Listed = { rows: RequestRow[]; nextCursor: string | null; nextAfter?: string | undefined };

const lastIdOf = (rows: RequestRow[]) =>
  rows.reduce<string | undefined>((last, { id }) => (last && last > id ? last : id), undefined);

type Turns = { room: WaitingRoom; inTurn: InTurn; gone: () => AbortSignal };

const readFirst = async (
  deps: Deps,
  ownerId: string,
  { after, wait: _, ...page }: Wanted,
): Promise<Listed> => {
  if (!after) return readNewest(deps.db, ownerId, page);
  const place = await placeOf(deps.db, ownerId, after);
  return { rows: await readLater(deps.db, ownerId, place, page), nextCursor: null };
};

// However often it is woken, it looks at each row once. A row that comes while others are read is later than `known`.
const waitForLater = async (
  deps: Deps,
  ownerId: string,
  { after, wait, ...page }: Wanted,
  start: string,
  { room, inTurn, gone }: Turns,
) => {
  const until = performance.now() + wait * 1000;
  const signal = gone();
  let known = start;
  for (let left = wait * 1000; left > 0; left = until - performance.now()) {
    if (signal.aborted || !room.hasRoom(ownerId)) break;
    await room.wait(ownerId, known, left, signal);
    const newest = signal.aborted ? known : await newestIdOf(deps.db, ownerId);
    if (newest === known) continue;
    const place = known;
    known = newest;
    const rows = await inTurn(() => readLater(deps.db, ownerId, place, page));
    if (rows.length) return { rows: after ? rows : rows.toReversed(), known };
  }
  return { rows: [], known };
};

export const listRequests = async (
  deps: Deps,
  actor: Actor,
  ownerId: string,
  wanted: Wanted,
  turns: Turns,
): Promise<Listed> => {
  const { after, wait } = wanted;
  if (!after && !wait) return readFirst(deps, ownerId, wanted);
  // Before the rows are read: a row that comes between the two is seen.
  const known = wait ? await newestIdOf(deps.db, ownerId) : '';
  const listed = await turns.inTurn(() => readFirst(deps, ownerId, wanted));
  if (!wait || listed.rows.length) return { ...listed, nextAfter: lastIdOf(listed.rows) };
  const { rows, known: last } = await waitForLater(deps, ownerId, wanted, known, turns);
  // A caller who was signed out meanwhile reads nothing more.
  await deps.db.transaction((tx) => holdActor(tx, actor));
  return { rows, nextCursor: null, nextAfter: lastIdOf(rows) ?? (last || after) };
};
