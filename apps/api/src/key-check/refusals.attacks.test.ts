// Somebody whose own keys are refused so often that no room is left for anybody else's refusals.
import { createKey } from '@ballast/contract/keys/api-keys';
import { listRefusals, refusalsPerKey } from '@ballast/contract/keys/key-refusals';
import { expect, test } from 'vitest';
import { useTestApp } from '../../testing/test-app.ts';
import { writesPerAccount } from '../http/limits/call-limits.ts';

const app = useTestApp();

const developer = async () => {
  const { call, user } = await app().verifiedUser();
  const writesPerAccountCount = app().deps.throttles.of(writesPerAccount);
  await writesPerAccountCount.set(user.id, -1000, 3600);
  const newKey = () => call(createKey, { body: { name: crypto.randomUUID(), environment: 'SANDBOX' } });
  return { call, newKey };
};

const original = {
  address: '203.0.113.9',
  userAgent: 'checkout/2',
  neededScopes: [],
  requestId: 'r-1',
  request: { rawHeaders: [] },
};
// The clock does not move, so that a key passes a few times and is then limited for good.
const useOften = async (key: string, times: number) => {
  for (let i = 0; i < times; i += 1) await app().deps.keyCheck.check(key, original);
};

test('thousands of refusals of one account’s keys leave room for those of another', async () => {
  const [flooder, victim] = [await developer(), await developer()];
  const keys = [];
  while (keys.length < 50) keys.push(await flooder.newKey());
  const { id, key } = await victim.newKey();
  await app().deps.keyCheck.flushUsage();
  for (const { key: value } of keys) await useOften(value, refusalsPerKey + 10);
  await useOften(key, 10);
  await app().deps.keyCheck.flushUsage();
  const refusals = await victim.call(listRefusals, { params: { id } });
  expect(refusals.length).toBeGreaterThan(0);
  const [first] = keys;
  const theirs = await flooder.call(listRefusals, { params: { id: first?.id ?? '' } });
  expect(theirs.length).toBeGreaterThan(0);
});
