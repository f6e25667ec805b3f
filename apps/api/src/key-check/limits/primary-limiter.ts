// Without Redis the processes of one port share their limits through their primary, so that a limit is exact over the whole port. The
// questions of one turn of the event loop go in one message. While nobody answers, each process counts for itself.
import type { Logger } from 'pino';
import type { Channel } from '../../runtime/processes/channel.ts';
import { askInTime } from '../../runtime/processes/primary-away.ts';
import { type LimitedKey, type Limiter, noBucket, openMemoryLimiter } from './memory-limiter.ts';
import { rememberSpent } from './spent-keys.ts';

type Asked = { key: LimitedKey; own: number; tell: (left: number) => void };
type Question = [keyId: string, rateLimit: number];

export const takeTokens = 'takeTokens';

export const openPrimaryLimiter = (primary: Channel, log: Logger) => {
  const { ask: askPrimary, isAway } = askInTime(primary, takeTokens, [], log);
  const memory = openMemoryLimiter();
  let waiting: Asked[] = [];

  const askAll = async () => {
    const asked = waiting;
    waiting = [];
    const questions = asked.map(({ key }): Question => [key.keyId, key.rateLimit]);
    const left = await askPrimary<number[]>(questions);
    asked.forEach(({ own, tell }, index) => {
      tell(left ? (left[index] ?? -1) : own);
    });
  };
  const ask = rememberSpent((key, now) => {
    // The own bucket is kept up to date, so that it is not full when the primary goes.
    const own = memory.take(key, now);
    return new Promise<number>((tell) => {
      if (!waiting.length) setImmediate(askAll);
      waiting.push({ key, own, tell });
    });
  });
  const take: Limiter['take'] = (key, now) => (isAway() ? memory.take(key, now) : ask(key, now));
  return { take, isAway, close: () => {} };
};

// In the process that counts: its own checks take their tokens directly.
export const openCountingLimiter = (primary: Channel, clock: () => number) => {
  const limiter = openMemoryLimiter();
  primary.answer(takeTokens, openTokenCounter(clock, limiter));
  return { ...limiter, isAway: () => false };
};

// The side that counts: the primary, or the only process that checks keys.
export const openTokenCounter = (clock: () => number, limiter = openMemoryLimiter()) => {
  return (questions: Question[]) => {
    const now = clock();
    return questions.map(([keyId, rateLimit]) =>
      limiter.take({ keyId, rateLimit, bucket: noBucket, spentUntil: 0 }, now),
    );
  };
};
