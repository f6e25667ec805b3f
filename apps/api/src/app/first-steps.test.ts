// The list that greets a new account, ticked off by what really happened.

import { requestTokens } from '@ballast/contract/faucet';
import { getFirstSteps, newForHours, putFirstStepsAway } from '@ballast/contract/first-steps';
import { createKey, rotateKey } from '@ballast/contract/keys/api-keys';
import { updateProfile } from '@ballast/contract/profile';
import { expect, test } from 'vitest';
import { failureOf, useTestApp } from '../../testing/test-app.ts';

const app = useTestApp();

const nothing = {
  emailVerified: true,
  sandboxKey: false,
  firstCall: false,
  testTokens: false,
  profile: false,
};

const checkKey = async (value: string) => {
  const answer = await fetch(`${app().url}/v1/key-check`, { headers: { authorization: `Bearer ${value}` } });
  await answer.arrayBuffer();
  await app().deps.keyCheck.flushUsage();
};

test('a new account’s first steps are ticked off by what it did, by nobody else, and are gone when done', async () => {
  const { call } = await app().verifiedUser();
  const other = await app().verifiedUser();
  expect(await call(getFirstSteps)).toEqual({ shown: true, putAway: false, steps: nothing });

  const key = await call(createKey, { body: { name: 'first', environment: 'SANDBOX' } });
  expect(await call(getFirstSteps)).toMatchObject({ shown: true, steps: { ...nothing, sandboxKey: true } });

  await checkKey(`${key.key}x`);
  expect((await call(getFirstSteps)).steps.firstCall).toBe(false);
  await checkKey(key.key);
  expect((await call(getFirstSteps)).steps.firstCall).toBe(true);
  await call(rotateKey, { params: { id: key.id } });
  expect((await call(getFirstSteps)).steps.firstCall).toBe(true);

  await call(requestTokens, { body: {} });
  expect(await call(getFirstSteps)).toMatchObject({ shown: true, steps: { testTokens: true } });

  await call(updateProfile, { body: { companySize: 'SOLO_DEVELOPER', useCase: 'GAMING' } });
  const { shown, steps } = await call(getFirstSteps);
  expect([shown, ...Object.values(steps)]).toEqual([false, true, true, true, true, true]);
  expect(await other.call(getFirstSteps)).toEqual({ shown: true, putAway: false, steps: nothing });
});

test('first steps that were put away stay away in every browser, until they are brought back', async () => {
  const { call, email } = await app().verifiedUser();
  const other = await app().verifiedUser();
  expect(await call(putFirstStepsAway, { body: { putAway: true } })).toEqual({
    shown: false,
    putAway: true,
    steps: nothing,
  });
  const elsewhere = await app().signIn(email);
  expect((await elsewhere.call(getFirstSteps)).shown).toBe(false);
  expect((await other.call(getFirstSteps)).shown).toBe(true);
  expect((await elsewhere.call(putFirstStepsAway, { body: { putAway: false } })).shown).toBe(true);
  expect((await call(getFirstSteps)).shown).toBe(true);
  const refused = await failureOf(call(putFirstStepsAway, { body: { putAway: 'yes' as never } }));
  expect([refused.status, refused.fields]).toEqual([422, { putAway: 'putAway must be true or false' }]);
});

test('whoever has made calls for longer than a day is not new, whatever they left out', async () => {
  const quiet = await app().verifiedUser();
  const { call, email } = await app().verifiedUser();
  const key = await call(createKey, { body: { name: 'in use', environment: 'SANDBOX' } });
  await checkKey(key.key);
  expect((await call(getFirstSteps)).shown).toBe(true);
  app().skipSeconds((newForHours + 1) * 3600);
  const shownTo = async (who: string) => (await (await app().signIn(who)).call(getFirstSteps)).shown;
  expect(await shownTo(email)).toBe(false);
  expect(await shownTo(quiet.email)).toBe(true);
});
