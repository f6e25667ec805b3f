// The faucet on a real network: an EVM node, an ERC-20, and everything that can go wrong with a node.
import { listActivities } from '@ballast/contract/activities';
import {
  faucetMessages,
  getFaucet,
  getTransfer,
  requestTokens,
  type TransferStatus,
  transferReasons,
} from '@ballast/contract/faucet';
import { createRunningClock } from '@ballast/harness/clock';
import { waitFor } from '@ballast/harness/wait-for';
import { parseGwei } from 'viem';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type EvmNetwork, newReceiver, startEvmNetwork } from '../../../../../testing/servers/evm-network.ts';
import { failureOf, startTestApp, type TestApp } from '../../../../../testing/test-app.ts';

const metricsToken = 'scrape-me-if-you-can';
const stuckAfterSeconds = 3600;
let network: EvmNetwork;
let app: TestApp;

beforeAll(async () => {
  network = await startEvmNetwork();
  app = await startTestApp({
    env: network.env({
      FAUCET: `confirmations=1,stuck_after_seconds=${stuckAfterSeconds}`,
      METRICS_TOKEN: metricsToken,
    }),
    // The job queue goes by the database's clock, and the portal by one that agrees with it.
    clock: createRunningClock(),
  });
});
afterEach(async () => {
  network.node.up();
  await network.client.setAutomine(true);
});
afterAll(async () => {
  await app?.stop();
  await network?.stop();
});

type Developer = Awaited<ReturnType<TestApp['verifiedUser']>>;

const transferIn = (developer: Developer, id: string, status: TransferStatus) =>
  waitFor(`transfer ${id} to be ${status}`, async () => {
    const transfer = await developer.call(getTransfer, { params: { id } });
    expect(transfer.status).toBe(status);
    return transfer;
  });

const reasonIs = (developer: Developer, id: string, reason: string) =>
  waitFor(`transfer ${id} to say: ${reason}`, async () =>
    expect((await developer.call(getTransfer, { params: { id } })).reason).toBe(reason),
  );

const ask = async () => {
  const developer = await app.verifiedUser();
  const address = newReceiver();
  const { id } = await developer.call(requestTokens, { body: { address } });
  return { developer, address, id };
};

// Accepted by the node, in no block.
const askUnmined = async () => {
  await network.client.setAutomine(false);
  const firstClaim = await ask();
  const { transaction } = await transferIn(firstClaim.developer, firstClaim.id, 'SENT');
  return { ...firstClaim, hash: transaction as `0x${string}` };
};

const isPooled = async (hash: `0x${string}`) => {
  const transaction = await network.client.getTransaction({ hash }).catch(() => null);
  return transaction !== null && transaction.blockNumber === null;
};

const metrics = async () =>
  (await fetch(`${app.url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } })).text();

test('ten tokens arrive on the chain, and the transfer carries the hash of its transaction', async () => {
  const { developer, address, id } = await ask();
  const transfer = await transferIn(developer, id, 'COMPLETED');
  expect(transfer).toMatchObject({ amount: 10, token: 'BLST', address, reason: null });
  expect(await network.balanceOf(address)).toBe(10);
  const receipt = await network.client.getTransactionReceipt({ hash: transfer.transaction as `0x${string}` });
  expect(receipt.status).toBe('success');
  expect(await developer.call(getFaucet)).toMatchObject({
    available: false,
    driver: 'EVM',
    addressNeeded: true,
    balance: null,
  });
  const log = await developer.call(listActivities, { query: { category: 'faucet' } });
  expect(log.map(({ type }) => type)).toEqual(['faucet_request_success', 'faucet_request']);
});

test('on a network an address is needed, and its absence costs no claim', async () => {
  const developer = await app.verifiedUser();
  const failure = await failureOf(developer.call(requestTokens, { body: {} }));
  expect(failure).toMatchObject({ status: 422, fields: { address: faucetMessages.addressNeeded } });
  expect((await developer.call(getFaucet)).available).toBe(true);
});

test('while the node is down the claim waits in words, and once it is up the tokens arrive', async () => {
  network.node.down();
  const { developer, address, id } = await ask();
  await reasonIs(developer, id, transferReasons.unreachable);
  expect((await developer.call(getTransfer, { params: { id } })).status).toBe('PENDING');
  network.node.up();
  await transferIn(developer, id, 'COMPLETED');
  expect(await network.balanceOf(address)).toBe(10);
});

test('a node too slow to answer, although it has taken the transfer, does not double it', async () => {
  let held = 0;
  network.node.watch(async ({ method }, forward) => {
    const answer = await forward();
    if (method !== 'eth_sendRawTransaction') return answer;
    held += 1;
    return new Promise(() => {});
  });
  const before = await network.sent();
  const { developer, address, id } = await ask();
  await reasonIs(developer, id, transferReasons.unreachable);
  await transferIn(developer, id, 'COMPLETED');
  expect(held).toBe(1);
  expect(await network.balanceOf(address)).toBe(10);
  expect(await network.sent()).toBe(before + 1);
});

test('a transfer that the network dropped is sent again, the very same', async () => {
  const { developer, address, id, hash } = await askUnmined();
  await network.client.dropTransaction({ hash });
  expect(await isPooled(hash)).toBe(false);
  await waitFor('the transfer to be sent again', async () => expect(await isPooled(hash)).toBe(true));
  await network.client.mine({ blocks: 1 });
  expect((await transferIn(developer, id, 'COMPLETED')).transaction).toBe(hash);
  expect(await network.balanceOf(address)).toBe(10);
});

test('a stuck transfer is replaced at the same nonce with higher fees, and arrives once', async () => {
  const before = await network.sent();
  const { developer, address, id, hash } = await askUnmined();
  const stuck = await network.client.getTransaction({ hash });
  app.skipSeconds(stuckAfterSeconds);
  const replacement = await waitFor('the transfer to be replaced', async () => {
    const { transaction } = await developer.call(getTransfer, { params: { id } });
    expect(transaction).not.toBe(hash);
    return transaction as `0x${string}`;
  });
  const dearer = await network.client.getTransaction({ hash: replacement });
  expect(dearer.nonce).toBe(stuck.nonce);
  expect(dearer.maxFeePerGas ?? 0n).toBeGreaterThan(stuck.maxFeePerGas ?? 0n);
  await network.client.mine({ blocks: 1 });
  await transferIn(developer, id, 'COMPLETED');
  expect(await network.balanceOf(address)).toBe(10);
  expect(await network.sent()).toBe(before + 1);
});

test('a transfer whose nonce went to somebody else gets a new one, and arrives once', async () => {
  const { developer, address, id, hash } = await askUnmined();
  const { nonce } = await network.client.getTransaction({ hash });
  await network.client.dropTransaction({ hash });
  await network.client.sendTransaction({
    account: network.wallet,
    to: newReceiver(),
    nonce,
    maxFeePerGas: parseGwei('500'),
    maxPriorityFeePerGas: parseGwei('500'),
  });
  await network.client.mine({ blocks: 1 });
  await network.client.setAutomine(true);
  const { transaction } = await transferIn(developer, id, 'COMPLETED');
  expect(transaction).not.toBe(hash);
  expect(await network.balanceOf(address)).toBe(10);
});

test('a transfer that the network reverts gives the claim back and says why', async () => {
  const { developer, address, id } = await askUnmined();
  await network.asOwner('pause', [], {
    maxFeePerGas: parseGwei('900'),
    maxPriorityFeePerGas: parseGwei('900'),
  });
  await network.client.mine({ blocks: 1 });
  const failed = await transferIn(developer, id, 'FAILED');
  expect(failed).toMatchObject({ reason: transferReasons.reverted, nextClaimAt: null });
  expect(await network.balanceOf(address)).toBe(0);
  const [latest] = await developer.call(listActivities, { query: { category: 'faucet' } });
  expect(latest).toMatchObject({ type: 'faucet_request_failed', description: transferReasons.reverted });

  // And while the token refuses, nothing is even signed.
  await network.client.setAutomine(true);
  const before = await network.sent();
  const refused = await developer.call(requestTokens, { body: { address } });
  expect((await transferIn(developer, refused.id, 'FAILED')).reason).toBe(transferReasons.refused);
  expect(await network.sent()).toBe(before);

  await network.asOwner('unpause');
  const third = await developer.call(requestTokens, { body: { address } });
  await transferIn(developer, third.id, 'COMPLETED');
  expect(await network.balanceOf(address)).toBe(10);
});

test.each(['tokens', 'gas'] as const)(
  'an empty treasury of %s gives the claim back and is reported',
  async (lacks) => {
    const errors = vi.spyOn(app.deps.log, 'error');
    const balance = await network.balanceOf(network.wallet.address);
    if (lacks === 'gas') await network.fund(0, '0');
    else {
      await network.client.writeContract({
        ...network.token,
        functionName: 'transfer',
        args: [network.owner, BigInt(balance) * 10n ** 18n],
        account: network.wallet,
      });
    }
    const { developer, address, id } = await ask();
    const failed = await transferIn(developer, id, 'FAILED');
    expect(failed).toMatchObject({ reason: transferReasons.treasuryEmpty, nextClaimAt: null });
    expect(await metrics()).toContain(`ballast_faucet_treasury_empty{lacks="${lacks}"} 1`);
    expect(errors).toHaveBeenCalledWith(
      { wallet: network.wallet.address, lacks },
      'faucet: the treasury is empty, refill the wallet',
    );
    errors.mockRestore();

    await network.fund(1000);
    const again = await developer.call(requestTokens, { body: { address } });
    await transferIn(developer, again.id, 'COMPLETED');
    expect(await network.balanceOf(address)).toBe(10);
    expect(await metrics()).toContain(`ballast_faucet_treasury_empty{lacks="${lacks}"} 0`);
  },
);

test('the metrics are for those who have the token', async () => {
  const ofItsLength = ['x', 'é'].map((letter) => `Bearer ${letter.repeat(metricsToken.length)}`);
  for (const authorization of ['', 'Bearer ', ...ofItsLength]) {
    expect((await fetch(`${app.url}/metrics`, { headers: { authorization } })).status).toBe(401);
  }
});
