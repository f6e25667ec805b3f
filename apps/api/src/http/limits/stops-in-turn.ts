// What stops something has few database connections of its own (runtime/settings/database-limits.ts). One account takes one of them
// at a time, and all strangers together leave one free. Each session, token or stranger's network waits in a queue of its own, so
// that a caller of many waits behind itself.
import type { Failure } from '../../runtime/failure.ts';
import { openTally } from '../../runtime/tally.ts';
import { openLanes } from './lanes.ts';

// A group runs so many at once, one of each caller. The session is that which the caller's token names.
export type Stopper = { group: string; caller: string; atOnce: number; sessionId?: string };

// How many are in hand, those that wait included. A group that is nearly full admits only callers with nothing in hand.
const places = { all: 1000, ofGroup: 100, nearlyFull: 50 } as const;

export const openStopsInTurn = (refuse: () => Failure) => {
  const takePlaceIn = openLanes();
  const tally = openTally();
  let inHand = 0;

  const isFull = ({ group, caller }: Stopper) => {
    if (inHand >= places.all || tally.count(group) >= places.ofGroup) return true;
    return tally.count(group) >= places.nearlyFull && tally.count(`${group} ${caller}`) > 0;
  };

  const inTurn = async <T>({ group, caller, atOnce }: Stopper, gone: () => AbortSignal, work: () => T) => {
    const leaveRow = await takePlaceIn({ lane: `${group} ${caller}`, atOnce: 1 }, gone);
    try {
      const leave = await takePlaceIn({ lane: group, atOnce }, gone);
      try {
        return await work();
      } finally {
        leave();
      }
    } finally {
      leaveRow();
    }
  };

  return {
    inHand: () => inHand,
    during: async <T>(stopper: Stopper, gone: () => AbortSignal, work: () => Promise<T> | T) => {
      if (isFull(stopper)) throw refuse();
      const names = [stopper.group, `${stopper.group} ${stopper.caller}`];
      inHand += 1;
      names.forEach(tally.add);
      try {
        return await inTurn(stopper, gone, work);
      } finally {
        inHand -= 1;
        names.forEach(tally.remove);
      }
    },
  };
};
