// Without Redis the processes of one port share their limits through their primary. The questions of one turn of the event
// loop go in one message. While the primary does not answer, each process counts for itself.
import type { Logger } from 'pino';
import type { Channel } from '../../runtime/processes/channel.ts';
import { type AskedPrimary, askInTime } from '../../runtime/processes/primary-away.ts';
import {
  type LimitedKey,
  type Limiter,
  noBucket,
  openMemoryLimiter,
  rememberSpent,
} from './memory-limiter.ts';

type Waiting = { key: LimitedKey; own: number; answer: (left: number) => void };
type Question = [keyId: string, rateLimit: number];

export const takeTokens = 'takeTokens';

export const openPrimaryLimiter = (primary: AskedPrimary, log: Logger): Limiter => {
  const { ask: askPrimary, isAway } = askInTime(primary, takeTokens, [], log);
  const memory = openMemoryLimiter();
  let waiting: Waiting[] = [];

  const askAll = async () => {
    const batch = waiting;
    waiting = [];
    const questions = batch.map(({ key }): Question => [key.keyId, key.rateLimit]);
    const left = await askPrimary<number[]>(questions);
    batch.forEach(({ own, answer }, index) => {
      answer(left ? (left[index] ?? -1) : own);
    });
  };
  const ask = rememberSpent((key, now) => {
    // The own bucket is kept up to date, so that it is not full when the primary goes.
    const own = memory.take(key, now);
    return new Promise<number>((answer) => {
      if (!waiting.length) setImmediate(askAll);
      waiting.push({ key, own, answer });
    });
  });
  const take: Limiter['take'] = (key, now) => (isAway() ? memory.take(key, now) : ask(key, now));
  return { take, isAway, close: () => {} };
};

// In the process that counts: its own checks take their tokens directly.
export const openCountingLimiter = (primary: Channel, clock: () => number) => {
  const limiter = openMemoryLimiter();
  primary.answer(takeTokens, openTokenCounter(clock, limiter));
  return limiter;
};

// The side that counts: the primary, or the only process that checks keys.
export const openTokenCounter =
  (clock: () => number, limiter = openMemoryLimiter()) =>
  (questions: Question[]) => {
    const now = clock();
    return questions.map(([keyId, rateLimit]) =>
      limiter.take({ keyId, rateLimit, bucket: noBucket, spentUntil: 0 }, now),
    );
  };
