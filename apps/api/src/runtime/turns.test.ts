// Time is what the work says that it took.
import { AsyncLocalStorage } from 'node:async_hooks';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { openTurns } from './turns.ts';

const openCounted = () => {
  let now = 0;
  const turns = openTurns(() => now);
  const done: string[] = [];
  const work = (name: string, ms: number) => () => {
    now += ms;
    done.push(name);
  };
  return { turns, done, work };
};

// A question that was there before all the work, and is answered as soon as the event loop reads it.
const askSocket = async (answered: () => void) => {
  const server = createServer((socket) => socket.on('data', answered)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const client = connect(port, '127.0.0.1');
  await once(client, 'connect');
  return {
    ask: () => new Promise((resolve) => client.write('?', resolve)),
    close: () => {
      client.destroy();
      server.close();
    },
  };
};

test('a key check is answered between the calls of a flood, and not after all of them', async () => {
  const { turns, done, work } = openCounted();
  const { ask, close } = await askSocket(() => done.push('key check'));
  const all = Array.from({ length: 1000 }, () => turns.next().then(work('call', 2)));
  await ask();
  await Promise.all(all);
  close();
  const place = done.indexOf('key check');
  expect(place).toBeGreaterThanOrEqual(0);
  expect(place).toBeLessThan(999);
});

test('short work shares a turn, and each piece of long work has its own', async () => {
  const { turns, done, work } = openCounted();
  for (const name of ['a', 'b', 'c', 'd']) turns.take(work(name, 0.5));
  for (const name of ['e', 'f']) turns.take(work(name, 5));
  const seen: string[] = [];
  while (done.length < 6) {
    await new Promise(setImmediate);
    seen.push(done.slice(seen.join('').length).join(''));
  }
  expect(seen.filter(Boolean)).toEqual(['ab', 'cd', 'e', 'f']);
});

test('what follows a turn at once belongs to it', async () => {
  const { turns, done, work } = openCounted();
  const slow = async (name: string) => {
    await turns.next();
    await Promise.resolve();
    await Promise.resolve();
    work(name, 5)();
  };
  const all = Promise.all([slow('a'), slow('b')]);
  await new Promise(setImmediate);
  expect(done).toEqual(['a']);
  await all;
  expect(done).toEqual(['a', 'b']);
});

test('work keeps the context of whoever asked for it', async () => {
  const { turns } = openCounted();
  const context = new AsyncLocalStorage<string>();
  const seen: (string | undefined)[] = [];
  for (const name of ['first', 'second'])
    context.run(name, () => turns.take(() => seen.push(context.getStore())));
  await turns.next();
  expect(seen).toEqual(['first', 'second']);
});
