// Calls that an endpoint gives a cost (contract/costs.ts): an account makes few of them in an hour, and few run at once. The next
// ones wait, without a database connection, and what is too much even for that is refused.
import { type CostName, costOf, costTexts } from '@ballast/contract/costs';
import { secondsLeft } from '../identity/throttles.ts';
import type { Deps } from '../runtime/deps.ts';
import { Failure } from './failure.ts';

const retryAfterSeconds = 5;

type Lane = { running: number; waiting: Set<() => void> };

const refuseUsedUp = async ({ throttles }: Deps, name: CostName, account: string) => {
  const seconds = await secondsLeft(throttles[name], account);
  if (seconds)
    throw new Failure('rate_limited', {
      message: costTexts.usedUp(name, seconds),
      retryAfterSeconds: seconds,
    });
};

export const openCostlyCalls = () => {
  const lanes = new Map<string, Lane>();

  const laneOf = (lane: string): Lane => {
    const known = lanes.get(lane) ?? { running: 0, waiting: new Set() };
    lanes.set(lane, known);
    return known;
  };

  // The place goes to whoever has waited longest.
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
        reject(new Failure('unavailable', { retryAfterSeconds }));
      };
      if (gone.aborted) return giveUp();
      gone.addEventListener('abort', giveUp, { once: true });
      lane.waiting.add(goOn);
    });

  const takePlace = async (cost: CostName, account: string, gone: AbortSignal) => {
    const { atOnce, waiting = 0 } = costOf(cost);
    if (!atOnce) return () => {};
    const name = `${cost} ${account}`;
    const lane = laneOf(name);
    if (lane.running < atOnce) lane.running += 1;
    else if (lane.waiting.size < waiting) await wait(lane, gone);
    else throw new Failure('rate_limited', { message: costTexts.tooManyAtOnce, retryAfterSeconds });
    let left = false;
    return () => {
      if (!left) leave(name);
      left = true;
    };
  };

  // Whoever enters calls what this returns when the work is done.
  return {
    enter: async (deps: Deps, cost: CostName, account: string, gone: AbortSignal) => {
      const leavePlace = await takePlace(cost, account, gone);
      try {
        await refuseUsedUp(deps, cost, account);
        return leavePlace;
      } catch (error) {
        leavePlace();
        throw error;
      }
    },
  };
};
