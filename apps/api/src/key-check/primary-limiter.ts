// The processes of one port without a Redis: their primary counts for all of them, so that a key's limit is exact over the whole
// port. What is asked within one turn of the event loop goes in one message. While the primary hangs, each counts for itself.
import type { Logger } from 'pino';
import { inTime } from '../db/in-time.ts';
import type { Channel } from '../runtime/channel.ts';
import { type LimitedKey, type Limiter, noBucket, openMemoryLimiter } from './memory-limiter.ts';
import { rememberSpent } from './spent-keys.ts';

type Asked = { key: LimitedKey; own: number; tell: (left: number) => void };
type Question = [keyId: string, rateLimit: number];

export const takeTokens = 'takeTokens';
const answerWithinMs = 500;

export const openPrimaryLimiter = (primary: Channel, log: Logger) => {
  const memory = openMemoryLimiter();
  let waiting: Asked[] = [];
  let away = false;

  // It is back when it has answered what is asked here, however long that takes.
  const leave = () => {
    if (away) return;
    away = true;
    log.warn('the primary does not answer: each process limits keys by itself');
    void primary.ask(takeTokens, []).then(() => {
      away = false;
      log.info('the primary answers: limits are shared again');
    });
  };
  const askAll = async () => {
    const asked = waiting;
    waiting = [];
    const questions = asked.map(({ key }): Question => [key.keyId, key.rateLimit]);
    const left = await inTime(primary.ask<number[]>(takeTokens, questions), answerWithinMs).catch(() => null);
    if (!left) leave();
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
  const take: Limiter['take'] = (key, now) => (away ? memory.take(key, now) : ask(key, now));
  return { take, isAway: () => away, close: () => {} };
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
