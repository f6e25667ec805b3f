// The faucet on the embedded ledger, as a developer and an attacker call it.

import { listActivities } from '@ballast/contract/activities';
import { withChecksum } from '@ballast/contract/evm-address';
import { faucetMessages, getFaucet, getTransfer, requestTokens } from '@ballast/contract/faucet';
import { createKey } from '@ballast/contract/keys/api-keys';
import { updateProfile } from '@ballast/contract/profile';
import { createClock } from '@ballast/harness/clock';
import { waitFor } from '@ballast/harness/wait-for';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { answerOf, failureOf, type TestApp, useTestApp } from '../../../testing/test-app.ts';
import { faucetClaims, ledgerAccounts, ledgerEntries, ledgerTransfers } from './tables.ts';
import { ledgerFaucet } from './transfers/ledger.ts';

// A claim is carried out in the background: each reading is a moment later, so that it comes after its request.
const app = useTestApp({ clock: createClock(new Date(), { tickMs: 1 }) });
type Developer = Awaited<ReturnType<TestApp['verifiedUser']>>;

const daySeconds = 24 * 3600;
const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

const completed = (developer: Developer, id: string) =>
  waitFor(`transfer ${id} to be completed`, async () => {
    const transfer = await developer.call(getTransfer, { params: { id } });
    expect(transfer.status).toBe('COMPLETED');
    return transfer;
  });

const faucetLog = async (developer: Developer) =>
  (await developer.call(listActivities, { query: { category: 'faucet' } })).map(({ type }) => type);

test('tokens without an address go to the sandbox balance, and the claim is on the record', async () => {
  const developer = await app().verifiedUser();
  const before = await developer.call(getFaucet);
  expect(before).toEqual({
    available: true,
    nextClaimAt: null,
    amount: 10,
    token: 'BLST',
    driver: 'LEDGER',
    addressNeeded: false,
    balance: 0,
    transfers: [],
  });

  const request = await developer.call(requestTokens, { body: {} });
  expect(request).toMatchObject({
    amount: 10,
    token: 'BLST',
    address: null,
    status: 'PENDING',
    reason: null,
  });
  const transfer = await completed(developer, request.id);
  expect(transfer.nextClaimAt).toBe(request.nextClaimAt);
  expect(transfer.transaction).toBeTruthy();
  const pause = Date.parse(request.nextClaimAt ?? '') - Date.parse(request.createdAt);
  expect(pause).toBe(daySeconds * 1000);

  const after = await developer.call(getFaucet);
  expect(after).toMatchObject({ available: false, balance: 10, nextClaimAt: request.nextClaimAt });
  expect(after.transfers).toHaveLength(1);
  const activities = await developer.call(listActivities, { query: { category: 'faucet' } });
  expect(activities.map(({ type, environment, description }) => [type, environment, description])).toEqual([
    ['faucet_request_success', 'SANDBOX', '10 tokens sent to the sandbox balance'],
    ['faucet_request', 'SANDBOX', '10 tokens to the sandbox balance'],
  ]);
});

test('tokens for an address are booked on it, not on the sandbox balance', async () => {
  const developer = await app().verifiedUser();
  const request = await developer.call(requestTokens, { body: { address: address.toLowerCase() } });
  expect(request.address).toBe(address);
  await completed(developer, request.id);
  expect((await developer.call(getFaucet)).balance).toBe(0);
  const [entry] = await app()
    .deps.db.select({ amount: ledgerEntries.amount })
    .from(ledgerEntries)
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerEntries.accountId))
    .where(eq(ledgerAccounts.owner, address));
  expect(entry?.amount).toBe(10);
});

test('a second request is refused with the time of the next one, and 24 hours later it is taken', async () => {
  const developer = await app().verifiedUser();
  const first = await developer.call(requestTokens, { body: {} });
  await completed(developer, first.id);
  app().skipSeconds(60);

  const response = await app().post('/faucet/requests', '{}', {
    authorization: `Bearer ${developer.session.access_token}`,
  });
  expect(response.status).toBe(429);
  const retryAfter = Number(response.headers.get('retry-after'));
  expect(retryAfter).toBeGreaterThan(daySeconds - 120);
  expect(retryAfter).toBeLessThanOrEqual(daySeconds - 60);
  const nextClaimAt = first.nextClaimAt ?? '';
  expect(await response.json()).toEqual({
    code: 'rate_limited',
    message: faucetMessages.rateLimited(new Date(nextClaimAt)),
    fields: {},
    nextClaimAt,
  });
  expect((await failureOf(developer.call(requestTokens, { body: {} }))).body.nextClaimAt).toBe(nextClaimAt);
  const [refused] = await developer.call(listActivities, { query: { category: 'faucet' } });
  expect(refused?.description).toBe('Next request available in 24 hours');
  expect(await faucetLog(developer)).toEqual([
    'faucet_rate_limited',
    'faucet_rate_limited',
    'faucet_request_success',
    'faucet_request',
  ]);

  app().skipSeconds(daySeconds - 60);
  const again = await app().signIn(developer.email);
  const second = await again.call(requestTokens, { body: {} });
  await completed(again, second.id);
  expect((await again.call(getFaucet)).balance).toBe(20);
});

test('a hundred requests at once give one transfer', async () => {
  const developer = await app().verifiedUser();
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => answerOf(() => developer.call(requestTokens, { body: {} }))),
  );
  const given = answers.filter((answer) => answer.status === 'fulfilled');
  expect(given).toHaveLength(1);
  for (const answer of answers) {
    if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ status: 429 });
  }
  await completed(developer, given[0]?.value.id ?? '');
  expect((await developer.call(getFaucet)).balance).toBe(10);
});

test('the same step taken ten times at once moves the tokens once', async () => {
  const developer = await app().verifiedUser();
  const { id } = await developer.call(requestTokens, { body: {} });
  const [claim] = await app().deps.db.select().from(faucetClaims).where(eq(faucetClaims.id, id));
  if (!claim) throw new Error('no claim');
  await Promise.all(Array.from({ length: 10 }, () => ledgerFaucet.advance(app().deps, claim)));
  await completed(developer, id);
  expect((await developer.call(getFaucet)).balance).toBe(10);
  expect((await faucetLog(developer)).filter((type) => type === 'faucet_request_success')).toHaveLength(1);
});

test.each([
  ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD', faucetMessages.addressChecksum],
  ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe', faucetMessages.addressShape],
  ['5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', faucetMessages.addressShape],
  ['mara.eth', faucetMessages.addressShape],
  ['', faucetMessages.addressShape],
  [`0x${'0'.repeat(40)}`, faucetMessages.addressZero],
])('the address %j is refused at its field and costs no claim', async (wrong, message) => {
  const developer = await app().verifiedUser();
  const failure = await failureOf(developer.call(requestTokens, { body: { address: wrong } }));
  expect(failure).toMatchObject({ status: 422, fields: { address: message } });
  expect((await developer.call(getFaucet)).available).toBe(true);
});

test('the checksum is that of the examples in EIP-55', () => {
  for (const example of [
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
    '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
    '0x52908400098527886E0F7030069857D2E4169EE7',
    '0xde709f2102306220921060314715629080e2fb77',
  ]) {
    expect(withChecksum(example.toLowerCase())).toBe(example);
  }
});

test.each(['SANDBOX', 'PRODUCTION'] as const)(
  'an API key of %s is no way to the faucet',
  async (environment) => {
    const developer = await app().verifiedUser();
    await developer.call(updateProfile, {
      body: {
        fullName: 'Mara Okafor',
        companyName: 'Northwind',
        companySize: 'STARTUP_1_10',
        useCase: 'GAMING',
      },
    });
    const { key } = await developer.call(createKey, { body: { name: 'checkout', environment } });
    const withKey = app().callAs(key);
    for (const call of [
      () => withKey(requestTokens, { body: {} }),
      () => withKey(getFaucet),
      () => withKey(getTransfer, { params: { id: crypto.randomUUID() } }),
    ]) {
      expect(await failureOf(call())).toMatchObject({
        status: 401,
        code: 'unauthorized',
        message: 'An API key cannot be used here. Sign in to the portal, or run ballast login.',
      });
    }
    expect((await developer.call(getFaucet)).transfers).toEqual([]);
  },
);

test('production is not a thing one can ask the faucet for', async () => {
  const developer = await app().verifiedUser();
  const response = await app().post('/faucet/requests', '{"environment":"PRODUCTION"}', {
    authorization: `Bearer ${developer.session.access_token}`,
  });
  expect(response.status).toBe(422);
});

test('an unverified account gets no tokens', async () => {
  const email = await app().signUpUnverified();
  const { call } = await app().signIn(email);
  expect(await failureOf(call(requestTokens, { body: {} }))).toMatchObject({ code: 'email_not_verified' });
});

test('another developer’s request does not exist', async () => {
  const [mara, bo] = [await app().verifiedUser(), await app().verifiedUser()];
  const { id } = await mara.call(requestTokens, { body: {} });
  expect(await failureOf(bo.call(getTransfer, { params: { id } }))).toMatchObject({ status: 404 });
  expect((await bo.call(getFaucet)).transfers).toEqual([]);
});

const entriesOf = (claimId: string) =>
  app()
    .deps.db.select({
      kind: ledgerAccounts.kind,
      owner: ledgerAccounts.owner,
      amount: ledgerEntries.amount,
    })
    .from(ledgerEntries)
    .innerJoin(ledgerTransfers, eq(ledgerTransfers.id, ledgerEntries.transferId))
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerEntries.accountId))
    .where(eq(ledgerTransfers.claimId, claimId))
    .orderBy(ledgerEntries.amount);

test('what one account of the ledger gets, the treasury gives: to a developer and to an address', async () => {
  const [mara, bo] = [await app().verifiedUser(), await app().verifiedUser()];
  const toBalance = await mara.call(requestTokens, { body: {} });
  const toAddress = await bo.call(requestTokens, { body: { address } });
  await completed(mara, toBalance.id);
  await completed(bo, toAddress.id);
  const given = { kind: 'treasury', owner: 'faucet', amount: -10 };
  expect(await entriesOf(toBalance.id)).toEqual([
    given,
    { kind: 'developer', owner: mara.user.id, amount: 10 },
  ]);
  expect(await entriesOf(toAddress.id)).toEqual([given, { kind: 'address', owner: address, amount: 10 }]);
});

const refusedWith = (words: string) => ({ cause: { message: expect.stringContaining(words) } });

test('the database refuses a transfer out of balance and any change of an entry', async () => {
  const { db } = app().deps;
  const developer = await app().verifiedUser();
  const { id } = await developer.call(requestTokens, { body: {} });
  await completed(developer, id);
  const [account] = await db.select().from(ledgerAccounts).limit(1);
  const oneSided = db.transaction(async (tx) => {
    const transferId = crypto.randomUUID();
    await tx
      .insert(ledgerTransfers)
      .values({ id: transferId, claimId: crypto.randomUUID(), createdAt: new Date() });
    await tx.insert(ledgerEntries).values({ transferId, accountId: account?.id ?? '', amount: 10 });
  });
  await expect(oneSided).rejects.toMatchObject(refusedWith('does not sum to zero'));
  const change = refusedWith('ledger entries are never changed');
  await expect(db.update(ledgerEntries).set({ amount: 1000 })).rejects.toMatchObject(change);
  await expect(db.delete(ledgerEntries)).rejects.toMatchObject(change);
});
