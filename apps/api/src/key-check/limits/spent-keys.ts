// A key whose limit is spent is refused without asking again, until the moment at which whoever counts could let the next one
// pass. The time runs from before the question was sent, so it ends too early rather than too late; nothing but the flow into the
// bucket can fill it sooner, and a key whose limit was changed is read anew and knows nothing of it.
import type { LimitedKey } from './memory-limiter.ts';

type Take = (key: LimitedKey, now: number) => Promise<number>;

export const rememberSpent =
  (ask: Take) =>
  (key: LimitedKey, now: number): number | Promise<number> => {
    if (now < key.spentUntil) return now - key.spentUntil;
    return ask(key, now).then((left) => {
      if (left < 0) key.spentUntil = Math.max(key.spentUntil, now - left);
      return left;
    });
  };
