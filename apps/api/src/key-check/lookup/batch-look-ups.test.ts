// The database's part is played by promises, so that look-ups wait for each other.
import { expect, test } from 'vitest';
import { openBatches } from './batch-look-ups.ts';

const openHeldBatches = () => {
  const queries: { hashes: string[]; answer: (found: Map<string, string> | null) => void }[] = [];
  const lookUpAny = openBatches<string>(
    (hashes) => new Promise((answer) => queries.push({ hashes, answer })),
  );
  const lookUp = (...hashes: string[]) => lookUpAny(hashes);
  // Answers every query that is under way, and those that follow.
  const answerAll = async (found: Map<string, string> | null) => {
    for (let i = 0; i < queries.length; i += 1) {
      queries[i]?.answer(found);
      await new Promise(setImmediate);
    }
  };
  return { queries, lookUp, answerAll };
};

test('row 24: a thousand well-formed keys that nobody has cost a handful of queries', async () => {
  const { queries, lookUp, answerAll } = openHeldBatches();
  const looked = Array.from({ length: 1000 }, (_, i) => lookUp(`hash ${i}`));
  expect(queries).toHaveLength(4);
  await answerAll(new Map());
  expect(new Set(await Promise.all(looked))).toEqual(new Set(['unknown']));
  expect(queries).toHaveLength(9);
  expect(queries.every(({ hashes }) => hashes.length <= 200)).toBe(true);
});

test('row 24: a good key in the middle of a flood of unknown ones is found', async () => {
  const { lookUp, answerAll } = openHeldBatches();
  for (let i = 0; i < 500; i += 1) void lookUp(`hash ${i}`);
  const good = lookUp('good');
  await answerAll(new Map([['good', 'the key']]));
  expect(await good).toBe('the key');
});

test('a single look-up is asked at once, and one that comes later does not join a query under way', async () => {
  const { queries, lookUp, answerAll } = openHeldBatches();
  const both = [lookUp('hash'), lookUp('hash')];
  expect(queries.map(({ hashes }) => hashes)).toEqual([['hash'], ['hash']]);
  await answerAll(new Map([['hash', 'found']]));
  expect(await Promise.all(both)).toEqual(['found', 'found']);
});

test('a database that is away is told to all who wait, and the next ones are asked again', async () => {
  const { queries, lookUp, answerAll } = openHeldBatches();
  const looked = Array.from({ length: 10 }, (_, i) => lookUp(`hash ${i}`));
  await answerAll(null);
  expect(new Set(await Promise.all(looked))).toEqual(new Set(['unavailable']));
  const later = lookUp('later');
  await answerAll(new Map());
  expect(await later).toBe('unknown');
  expect(queries).toHaveLength(6);
});

test('beyond what may wait nobody is kept waiting', async () => {
  const { lookUp } = openHeldBatches();
  for (let i = 0; i < 20_004; i += 1) void lookUp(`hash ${i}`);
  expect(await lookUp('one more')).toBe('unavailable');
});

test('a key that is hashed anew during the look-up is found: all its hashes are asked for at one moment', async () => {
  const { queries, lookUp } = openHeldBatches();
  const looked = lookUp('by the new pepper', 'by the old pepper');
  // The first caller sees the row as it was, the next one sees the new hash.
  const stored = ['by the old pepper', 'by the new pepper'];
  for (const { hashes, answer } of queries) {
    const hash = stored.shift() ?? '';
    answer(new Map(hashes.includes(hash) ? [[hash, 'the key']] : []));
  }
  expect(await looked).toBe('the key');
});
