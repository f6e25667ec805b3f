// Calls of endpoints with a cost (contract/http/costs.ts): an account makes few of them in an hour, and few run at once. Its browsers
// count apart from its command line tokens, and each token with those that it made, so that one that leaked uses up no other's.
import { type CostName, costOf, costTexts } from '@ballast/contract/http/costs';
import { firstTokenOf, type SignedIn } from '../../identity/actor.ts';
import { secondsLeft, type Throttle } from '../../identity/throttling/throttles.ts';
import { Failure } from '../../runtime/failure.ts';
import type { Deps } from '../deps.ts';
import { costPerHour, tokenCostPerHour } from './call-limits.ts';
import { laneRetrySeconds, openLanes } from './lanes.ts';

export const tooManyAtOnce = () =>
  new Failure('rate_limited', { message: costTexts.tooManyAtOnce, retryAfterSeconds: laneRetrySeconds });

const count = async (throttle: Throttle, name: CostName, who: string) => {
  const seconds = await secondsLeft(throttle, who);
  if (seconds)
    throw new Failure('rate_limited', {
      message: costTexts.usedUp(name, seconds),
      retryAfterSeconds: seconds,
    });
};

const refuseUsedUp = async ({ throttles }: Deps, name: CostName, caller: SignedIn) => {
  if (caller.kind !== 'cli') return count(throttles.of(costPerHour(name)), name, caller.user.id);
  await count(throttles.of(costPerHour(name)), name, firstTokenOf(caller));
  await count(throttles.of(tokenCostPerHour(name)), name, caller.user.id);
};

export const openCostlyCalls = () => {
  const takePlaceIn = openLanes();

  const takePlace = async (cost: CostName, { kind, user }: SignedIn, gone: () => AbortSignal) => {
    const { atOnce, waiting = 0 } = costOf(cost);
    if (!atOnce) return () => {};
    const lane = `${cost} ${kind === 'cli' ? 'tokens' : 'browsers'} ${user.id}`;
    return takePlaceIn({ lane, atOnce, waiting, refuse: tooManyAtOnce }, gone);
  };

  // The returned function gives the place back.
  return {
    enter: async (
      deps: Deps,
      cost: CostName,
      caller: SignedIn,
      gone: () => AbortSignal,
      isCounted: boolean,
    ) => {
      const leavePlace = await takePlace(cost, caller, gone);
      try {
        if (isCounted) await refuseUsedUp(deps, cost, caller);
        return leavePlace;
      } catch (error) {
        leavePlace();
        throw error;
      }
    },
  };
};
