import { expect, test } from 'vitest';
import { openQueue } from './queue.ts';

test('what came first is taken first, however many come and go', () => {
  const queue = openQueue<number>();
  const taken: (number | undefined)[] = [];
  for (let n = 0; n < 5000; n += 1) {
    queue.add(n);
    if (n % 3 === 0) taken.push(queue.take());
  }
  expect(queue.size()).toBe(5000 - taken.length);
  while (queue.size()) taken.push(queue.take());
  expect(taken).toEqual(Array.from({ length: 5000 }, (_, n) => n));
  expect(queue.take()).toBeUndefined();
  expect(queue.size()).toBe(0);
});
