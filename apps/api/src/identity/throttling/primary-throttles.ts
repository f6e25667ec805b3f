// The processes of one port without a Redis: their primary keeps the counts of all of them. While it hangs, each counts for itself.
import type { Logger } from 'pino';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { type AskedPrimary, askInTime, type TimelyPrimary } from '../../runtime/processes/primary-away.ts';

export type Rule = { points: number; duration: number };
export type Throttle = Pick<RateLimiterMemory, 'consume' | 'get' | 'set' | 'delete' | 'points' | 'duration'>;

type Count = Pick<
  RateLimiterRes,
  'remainingPoints' | 'msBeforeNext' | 'consumedPoints' | 'isFirstInDuration'
>;
type Step =
  | { do: 'consume' | 'get' | 'delete'; key: string }
  | { do: 'set'; key: string; points: number; seconds: number };
type Question = { name: string; rule: Rule; step: Step };
type Answer = { refused: boolean; count: Count | null; deleted: boolean };

export const countThrottle = 'countThrottle';

const toResult = ({ remainingPoints, msBeforeNext, consumedPoints, isFirstInDuration }: Count) =>
  new RateLimiterRes(remainingPoints, msBeforeNext, consumedPoints, isFirstInDuration);

// It changes no count.
const probe: Question = {
  name: 'probe',
  rule: { points: 1, duration: 1 },
  step: { do: 'get', key: 'probe' },
};
export const openTimelyThrottles = (primary: AskedPrimary, log: Logger) =>
  askInTime(primary, countThrottle, probe, log);

export const openPrimaryThrottle = (primary: TimelyPrimary, name: string, rule: Rule): Throttle => {
  const own = new RateLimiterMemory(rule);
  const ask = async (step: Step): Promise<Answer> => {
    const answer = await primary.ask<Answer>({ name, rule, step } satisfies Question);
    return answer ?? countStep(own, step);
  };
  const counted = async (step: Step) => {
    const { refused, count } = await ask(step);
    if (!count) throw new Error('the primary did not count');
    if (refused) throw toResult(count);
    return toResult(count);
  };
  return {
    ...rule,
    consume: (key) => counted({ do: 'consume', key: String(key) }),
    set: (key, points, seconds) => counted({ do: 'set', key: String(key), points, seconds }),
    get: async (key) => {
      const { count } = await ask({ do: 'get', key: String(key) });
      return count && toResult(count);
    },
    delete: async (key) => (await ask({ do: 'delete', key: String(key) })).deleted,
  };
};

const countStep = async (throttle: RateLimiterMemory, step: Step): Promise<Answer> => {
  if (step.do === 'delete') return { refused: false, count: null, deleted: await throttle.delete(step.key) };
  const counting =
    step.do === 'set' ? throttle.set(step.key, step.points, step.seconds) : throttle[step.do](step.key);
  return counting.then(
    (count) => ({ refused: false, count, deleted: false }),
    (count: RateLimiterRes) => ({ refused: true, count, deleted: false }),
  );
};

// The primary's side of it.
export const openThrottleCounter = () => {
  const throttles = new Map<string, RateLimiterMemory>();
  return ({ name, rule, step }: Question) => {
    const known = throttles.get(name) ?? new RateLimiterMemory(rule);
    throttles.set(name, known);
    return countStep(known, step);
  };
};
