// One person who makes many accounts to empty the faucet.
import { faucetMessages, getFaucet, requestTokens } from '@ballast/contract/faucet';
import { expect, test } from 'vitest';
import { failureOf, newAddress, useTestApp } from '../../../testing/test-app.ts';

const app = useTestApp({ env: { LIMITS: 'faucet_claims_per_address=4' } });

test('row 24: accounts whose addresses are one mailbox share one pause of the faucet', async () => {
  const [name = '', domain = ''] = newAddress().split('@');
  const first = await app().verifiedUser(`${name}@${domain}`);
  const second = await app().verifiedUser(`${name}+test@${domain}`);
  const { nextClaimAt } = await first.call(requestTokens, { body: {} });

  const refused = await failureOf(second.call(requestTokens, { body: {} }));
  expect(refused).toMatchObject({ status: 429, code: 'rate_limited', body: { nextClaimAt } });
  expect(await second.call(getFaucet)).toMatchObject({ available: false, nextClaimAt, balance: 0 });
});

test('row 24: of two accounts of one mailbox that claim at once one gets tokens', async () => {
  const [name = '', domain = ''] = newAddress().split('@');
  const people = [
    await app().verifiedUser(`${name}+a@${domain}`),
    await app().verifiedUser(`${name}+b@${domain}`),
  ];
  const answers = await Promise.allSettled(people.map(({ call }) => call(requestTokens, { body: {} })));
  expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

test('row 24: one network gets only so many claims in a day', async () => {
  const failures: unknown[] = [];
  for (let i = 0; i < 5; i += 1) {
    const { call } = await app().verifiedUser();
    await call(requestTokens, { body: {} }).catch((error) => failures.push(error));
  }
  expect(failures).not.toEqual([]);
  expect(failures[0]).toMatchObject({ code: 'rate_limited', message: faucetMessages.networkLimited });
});
