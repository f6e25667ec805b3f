// Every rule that changes an account locks its row. An account has few such calls under way at once in a process; the next ones
// wait without a database connection. So an operator who suspends it waits behind few of them, and others find a connection.
import type { Endpoint } from '@ballast/contract/http/endpoint';
import type { Visitor } from '../../identity/actor.ts';
import { isSignedIn } from '../../identity/throttling/throttles.ts';
import { openLanes } from './lanes.ts';

const atOnce = 2;

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
    const leave = await takePlaceIn({ lane: actor.user.id, atOnce }, gone);
    try {
      return await work();
    } finally {
      leave();
    }
  };
};
