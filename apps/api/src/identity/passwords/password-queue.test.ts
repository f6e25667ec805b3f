// Who is served when more passwords come than can be hashed. The work is held by the test, so that each turn happens.
import { expect, test } from 'vitest';
import { openFairQueue } from './password-queue.ts';

const openHeldQueue = () => {
  const queue = openFairQueue({ atOnce: 1, waitingAtMost: 6, placesPerAccount: 2 });
  const served: string[] = [];
  const refused: string[] = [];
  let finish: (() => void)[] = [];
  const ask = (name: string, account: string, line: string) =>
    queue({ account, line }, () => {
      served.push(name);
      return new Promise<void>((done) => finish.push(done));
    }).catch((failure) => {
      expect(failure).toMatchObject({ code: 'unavailable', retryAfterSeconds: 2 });
      refused.push(name);
    });
  const finishOne = async () => {
    const [done, ...others] = finish;
    finish = others;
    done?.();
    await new Promise(setImmediate);
  };
  return { ask, finishOne, served, refused };
};

test('one account holds few places, however often it asks', async () => {
  const { ask, refused, served, finishOne } = openHeldQueue();
  for (let i = 0; i < 230; i += 1) void ask(`attacker ${i}`, 'attacker', 'far');
  void ask('stranger', 'stranger', 'near');
  await new Promise(setImmediate);
  expect(refused).toHaveLength(228);
  await finishOne();
  await finishOne();
  expect(served).toEqual(['attacker 0', 'attacker 1', 'stranger']);
});

test('the lines of networks are served in turn', async () => {
  const { ask, served, finishOne } = openHeldQueue();
  for (const i of [1, 2, 3, 4]) void ask(`far ${i}`, `account ${i}`, 'far');
  void ask('near 1', 'stranger', 'near');
  void ask('near 2', 'other stranger', 'near');
  for (let i = 0; i < 6; i += 1) await finishOne();
  expect(served).toEqual(['far 1', 'far 2', 'near 1', 'far 3', 'near 2', 'far 4']);
});

test('when there is no room the longest line gives way, and among equals who comes last', async () => {
  const { ask, served, refused, finishOne } = openHeldQueue();
  for (const i of [1, 2, 3, 4, 5, 6, 7]) void ask(`far ${i}`, `account ${i}`, 'far');
  for (const i of [1, 2, 3, 4]) void ask(`near ${i}`, `neighbour ${i}`, 'near');
  await new Promise(setImmediate);
  expect(refused.toSorted()).toEqual(['far 5', 'far 6', 'far 7', 'near 4']);
  for (let i = 0; i < 7; i += 1) await finishOne();
  expect(served).toHaveLength(7);
});

test('work that fails gives its place back', async () => {
  const queue = openFairQueue({ atOnce: 1, waitingAtMost: 1, placesPerAccount: 1 });
  const caller = { account: 'a', line: 'near' };
  for (let i = 0; i < 3; i += 1) {
    await expect(queue(caller, () => Promise.reject(new Error('no hash')))).rejects.toThrow('no hash');
  }
  expect(await queue(caller, async () => 'served')).toBe('served');
});
