// A block that the network takes back takes its transfer with it: only depth counts.
import { getTransfer, requestTokens, transferReasons } from '@ballast/contract/faucet';
import { createRunningClock } from '@ballast/harness/clock';
import { waitFor } from '@ballast/harness/wait-for';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EvmNetwork, newReceiver, startEvmNetwork } from '../../../../../testing/servers/evm-network.ts';
import { startTestApp, type TestApp } from '../../../../../testing/test-app.ts';

let network: EvmNetwork;
let app: TestApp;
beforeAll(async () => {
  network = await startEvmNetwork();
  app = await startTestApp({
    env: network.env({ FAUCET: 'confirmations=3' }),
    clock: createRunningClock(),
  });
});
afterAll(async () => {
  await app?.stop();
  await network?.stop();
});

test('a transfer in a block that was reorganised away is sent again and arrives once', async () => {
  const developer = await app.verifiedUser();
  const address = newReceiver();
  const before = await network.client.snapshot();
  const { id } = await developer.call(requestTokens, { body: { address } });
  const current = () => developer.call(getTransfer, { params: { id } });
  await waitFor('the transfer to be sent', async () => expect((await current()).status).toBe('SENT'));
  expect((await current()).reason).toBe(transferReasons.confirming);
  expect(await network.balanceOf(address)).toBe(10);

  await network.reorganise(before);
  expect(await network.balanceOf(address)).toBe(0);

  await waitFor('the tokens to come back', async () => expect(await network.balanceOf(address)).toBe(10));
  expect((await current()).status).toBe('SENT');
  await network.client.mine({ blocks: 2 });
  await waitFor('the transfer to be completed', async () =>
    expect((await current()).status).toBe('COMPLETED'),
  );
  expect(await network.balanceOf(address)).toBe(10);
  expect(await network.sent()).toBe(1);
});
