// The line between a primary and its processes gives every question an end.
import { expect, test } from 'vitest';
import { openChannel } from './channel.ts';

// Two ends of one line.
const openLine = () => {
  type Listener = (message: never) => void;
  const listeners: { primary: Listener[]; worker: Listener[] } = { primary: [], worker: [] };
  const end = (own: Listener[], other: Listener[]) => ({
    send: (message: object) =>
      setImmediate(() => {
        for (const hear of other) hear(message as never);
      }),
    on: (_: 'message', listener: Listener) => own.push(listener),
  });
  return {
    primary: end(listeners.primary, listeners.worker),
    worker: end(listeners.worker, listeners.primary),
  };
};

test('a process that cannot answer yet says so, and answers once it can', async () => {
  const line = openLine();
  const primary = openChannel(line.primary, {});
  const worker = openChannel(line.worker, {});
  expect(await primary.ask('count', 2)).toBeNull();
  worker.answer('count', (n: number) => n + 1);
  expect(await primary.ask('count', 2)).toBe(3);
});

test('what is asked of a process that ends, or has ended, is answered with null', async () => {
  const line = openLine();
  const primary = openChannel(line.primary, {});
  openChannel(line.worker, { wait: () => new Promise(() => {}) });
  const waiting = primary.ask('wait');
  primary.close();
  expect([await waiting, await primary.ask('wait')]).toEqual([null, null]);
});
