// Work that is not a key check takes turns of a millisecond, and the event loop answers key checks in between. Otherwise a burst of
// other calls would be done first.
import { AsyncLocalStorage } from 'node:async_hooks';
import { openQueue } from './queue.ts';

const sliceMs = 1;

export type Turns = ReturnType<typeof openTurns>;

export const openTurns = (clock = () => performance.now()) => {
  const waiting = openQueue<() => void>();
  let running = false;
  let endsAt = 0;

  const begin = () => {
    endsAt = clock() + sliceMs;
    doNext();
  };
  const goOn = () => {
    if (!waiting.size()) running = false;
    else if (clock() < endsAt) doNext();
    else setImmediate(begin);
  };
  const doNext = () => {
    const work = waiting.take();
    if (!work) return goOn();
    // After all promises that the work settles, because its continuations are part of its turn.
    queueMicrotask(() => process.nextTick(goOn));
    work();
  };

  const take = (work: () => void) => {
    // The work keeps the context of its request.
    waiting.add(AsyncLocalStorage.bind(work));
    if (running) return;
    running = true;
    setImmediate(begin);
  };
  return { take, next: () => new Promise<void>((resolve) => take(resolve)) };
};
