// The processes of one port without a Redis: their primary counts for all of them, so that a key's limit is exact over the whole
// port. What is asked within one turn of the event loop goes in one message.
import type { Channel } from '../runtime/channel.ts';
import { type LimitedKey, type Limiter, noBucket, openMemoryLimiter } from './memory-limiter.ts';
import { rememberSpent } from './spent-keys.ts';

type Asked = { key: LimitedKey; tell: (left: number) => void };
type Question = [keyId: string, rateLimit: number];

export const takeTokens = 'takeTokens';

export const openPrimaryLimiter = (primary: Channel): Limiter => {
  let waiting: Asked[] = [];

  const askAll = async () => {
    const asked = waiting;
    waiting = [];
    const questions = asked.map(({ key }): Question => [key.keyId, key.rateLimit]);
    const left = await primary.ask<number[]>(takeTokens, questions);
    asked.forEach(({ tell }, index) => {
      tell(left[index] ?? -1);
    });
  };
  const ask = (key: LimitedKey) =>
    new Promise<number>((tell) => {
      if (!waiting.length) setImmediate(askAll);
      waiting.push({ key, tell });
    });
  return { take: rememberSpent(ask), close: () => {} };
};

// The primary's side of it.
export const openTokenCounter = (clock: () => number) => {
  const limiter = openMemoryLimiter();
  return (questions: Question[]) => {
    const now = clock();
    return questions.map(([keyId, rateLimit]) =>
      limiter.take({ keyId, rateLimit, bucket: noBucket, spentUntil: 0 }, now),
    );
  };
};
