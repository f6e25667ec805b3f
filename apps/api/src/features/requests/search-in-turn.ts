// A search from a place on, or one that waits, may read all rows of an account. Each poll of a screen is one, so no hourly limit counts
// them (contract/http/costs.ts). The browsers of an account have one at a time in a process, and so have its tokens.
import { tooManyAtOnce } from '../../http/limits/costly-calls.ts';
import { openLanes } from '../../http/limits/lanes.ts';
import type { Actor } from '../../identity/actor.ts';
import { waitsPerAccount } from './waiting-room.ts';

export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

export const openSearchesInTurn = () => {
  const takePlaceIn = openLanes();
  return ({ kind, user }: Actor, gone: () => AbortSignal): InTurn => {
    const lane = `${kind === 'cli' ? 'tokens' : 'browsers'} ${user.id}`;
    const place = { lane, atOnce: 1, waiting: waitsPerAccount, refuse: tooManyAtOnce };
    return async (work) => {
      const leave = await takePlaceIn(place, gone);
      try {
        return await work();
      } finally {
        leave();
      }
    };
  };
};
