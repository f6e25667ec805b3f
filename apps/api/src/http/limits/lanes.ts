// In a lane only so many calls run at once. The next ones wait in their order, without a database connection.
import type { Endpoint } from '@ballast/contract/http/endpoint';
import type { Visitor } from '../../identity/actor.ts';
import { isSignedIn } from '../../identity/throttling/throttles.ts';
import { Failure } from '../../runtime/failure.ts';

export const laneRetrySeconds = 5;

type Lane = { running: number; waiting: Set<() => void> };
type Place = { lane: string; atOnce: number; waiting?: number; refuse?: () => Failure };

export const openLanes = () => {
  const lanes = new Map<string, Lane>();

  const laneOf = (name: string): Lane => {
    const known = lanes.get(name) ?? { running: 0, waiting: new Set() };
    lanes.set(name, known);
    return known;
  };

  // The call that has waited longest gets the place.
  const leave = (name: string) => {
    const lane = laneOf(name);
    const [next] = lane.waiting;
    if (next) return next();
    lane.running -= 1;
    if (!lane.running) lanes.delete(name);
  };

  const wait = (lane: Lane, gone: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const goOn = () => {
        lane.waiting.delete(goOn);
        gone.removeEventListener('abort', giveUp);
        resolve();
      };
      const giveUp = () => {
        lane.waiting.delete(goOn);
        reject(new Failure('unavailable', { retryAfterSeconds: laneRetrySeconds }));
      };
      if (gone.aborted) return giveUp();
      gone.addEventListener('abort', giveUp, { once: true });
      lane.waiting.add(goOn);
    });

  // The returned function gives the place back. Without `refuse` the number of waiting calls is not limited here.
  return async ({ lane: name, atOnce, waiting, refuse }: Place, gone: () => AbortSignal) => {
    const lane = laneOf(name);
    if (lane.running < atOnce) lane.running += 1;
    else if (refuse && lane.waiting.size >= (waiting ?? 0)) throw refuse();
    else await wait(lane, gone());
    let left = false;
    return () => {
      if (!left) leave(name);
      left = true;
    };
  };
};

// Every rule that changes an account locks its row. An account has few such calls under way in a process, so that an operator who
// suspends it waits behind few of them, and other accounts find a connection.
const writesAtOnce = 2;

export const openWritesInTurn = () => {
  const takePlaceIn = openLanes();

  return async <T>(
    { method, stops }: Endpoint,
    actor: Visitor,
    gone: () => AbortSignal,
    work: () => Promise<T> | T,
  ): Promise<T> => {
    // What stops something has turns of its own (stops-in-turn.ts).
    if (method === 'GET' || stops || !isSignedIn(actor)) return work();
    const leave = await takePlaceIn({ lane: actor.user.id, atOnce: writesAtOnce }, gone);
    try {
      return await work();
    } finally {
      leave();
    }
  };
};
