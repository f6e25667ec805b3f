// Whatever is not a key check takes turns: so much of it is done before the event loop looks for key checks again. Otherwise all that
// came at once, of however many callers, would be done first.
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
    // Behind all promises that the work settles: what it goes on with at once is part of its turn.
    queueMicrotask(() => process.nextTick(goOn));
    work();
  };

  const take = (work: () => void) => {
    // The turn belongs to another request, but the work to this one.
    waiting.add(AsyncLocalStorage.bind(work));
    if (running) return;
    running = true;
    setImmediate(begin);
  };
  return { take, next: () => new Promise<void>((resolve) => take(resolve)) };
};
