// Those who ask without end for what is open to everybody.
import { waitFor } from '@ballast/harness/wait-for';
import { expect, test } from 'vitest';
import { useTestApp } from '../../../testing/test-app.ts';
import { shareRunning } from '../../db/queries/share-running.ts';

const app = useTestApp();

test('row 13: however many ask whether the portal is ready, the database is asked once at a time', async () => {
  const { pool } = app().database;
  const held = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  const asking = Array.from({ length: 60 }, () => fetch(`${app().url}/ready`));
  await waitFor('somebody to wait for a connection', () => expect(pool.waitingCount).toBeGreaterThan(0));
  // This request comes after all of them.
  await (await fetch(`${app().url}/health`)).text();
  const waiting = pool.waitingCount;
  for (const client of held) client.release();
  // On a slow machine some were told before that the database did not answer.
  for (const answer of await Promise.all(asking)) expect([200, 503]).toContain(answer.status);
  // Jobs may wait for one as well.
  expect(waiting).toBeLessThan(asking.length);
});

test('those who ask the same at once share the answer, and a failure; the next one asks anew', async () => {
  const share = shareRunning<number>();
  let questions = 0;
  const ask = async () => {
    questions += 1;
    if (questions === 2) throw new Error('away');
    return questions;
  };
  expect(await Promise.all([share('a', ask), share('a', ask)])).toEqual([1, 1]);
  const failing = await Promise.allSettled([share('a', ask), share('a', ask)]);
  expect(failing.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await Promise.all([share('a', ask), share('b', ask)])).toEqual([3, 4]);
});
