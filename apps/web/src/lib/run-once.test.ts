import { expect, test } from 'vitest';
import { runOnce } from './run-once.ts';

const refused = new Error('refused');

const counted = (run: (token: string) => Promise<string>) => {
  const spent: string[] = [];
  const spend = (token: string) => {
    spent.push(token);
    return run(token);
  };
  return { spent, spend };
};

const toKey = (token: string) => token;

test('a token is spent once, and all who ask learn how it went', async () => {
  const { spent, spend } = counted(async (token) => `${token} spent`);
  const spendOnce = runOnce(spend, toKey);
  const answers = await Promise.all([spendOnce('a'), spendOnce('a'), spendOnce('b')]);
  expect(answers).toEqual(['a spent', 'a spent', 'b spent']);
  expect(await spendOnce('a')).toBe('a spent');
  expect(spent).toEqual(['a', 'b']);
});

test('a failure stays, unless it may be tried again', async () => {
  const { spent, spend } = counted(() => Promise.reject(refused));
  const spendOnce = runOnce(spend, toKey);
  await expect(spendOnce('a')).rejects.toBe(refused);
  await expect(spendOnce('a')).rejects.toBe(refused);
  expect(spent).toEqual(['a']);

  const retry = runOnce(spend, toKey, { retryFailed: true });
  await expect(Promise.all([retry('b'), retry('b')])).rejects.toBe(refused);
  expect(spent).toEqual(['a', 'b']);
  await expect(retry('b')).rejects.toBe(refused);
  expect(spent).toEqual(['a', 'b', 'b']);
});
