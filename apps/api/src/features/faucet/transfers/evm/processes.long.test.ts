// The faucet on a network, over processes that run side by side and die at the worst moment.
import { requestTokens } from '@ballast/contract/faucet';
import { afterEach, expect, test } from 'vitest';
import { onPostgres } from '../../../../../testing/databases/database.ts';
import { completedTransfer, portalProcesses } from '../../../../../testing/portal-processes.ts';
import { newReceiver, startEvmNetwork } from '../../../../../testing/servers/evm-network.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const openPortals = async (settings: Record<string, string>) => {
  const portals = await portalProcesses(settings);
  closers.push(portals.stop);
  return portals;
};

test.runIf(onPostgres())(
  'three processes that send at once from one wallet give every developer their tokens',
  async () => {
    const network = await startEvmNetwork();
    closers.push(network.stop);
    const portals = await openPortals(network.env());
    const servers = await Promise.all([portals.start(), portals.start(), portals.start()]);
    const claims = await Promise.all(
      Array.from({ length: 12 }, async (_, i) => {
        const server = servers[i % 3] as (typeof servers)[0];
        return { call: (await portals.developer(server)).at(server.url), address: newReceiver() };
      }),
    );
    const ids = await Promise.all(
      claims.map(async ({ call, address }) => (await call(requestTokens, { body: { address } })).id),
    );
    const transfers = await Promise.all(claims.map(({ call }, i) => completedTransfer(call, ids[i] ?? '')));
    for (const { address } of claims) expect(await network.balanceOf(address)).toBe(10);
    const nonces = await Promise.all(
      transfers.map(
        async ({ transaction }) =>
          (await network.client.getTransaction({ hash: transaction as `0x${string}` })).nonce,
      ),
    );
    expect(nonces.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 12 }, (_, i) => i));
    expect(await network.sent()).toBe(12);
  },
);

test.each([
  ['after the network took the transfer', true],
  ['before it left the house', false],
])('kill -9 %s neither loses nor doubles it', async (_, forwarded) => {
  const network = await startEvmNetwork();
  closers.push(network.stop);
  const portals = await openPortals(network.env());
  const doomed = await portals.start();
  const developer = await portals.developer(doomed);
  network.node.watch(async ({ method }, forward) => {
    if (method !== 'eth_sendRawTransaction') return forward();
    if (forwarded) await forward();
    doomed.child.kill('SIGKILL');
    return 'cut off';
  });
  const address = newReceiver();
  const { id } = await developer.at(doomed.url)(requestTokens, { body: { address } });
  await doomed.exit;
  expect(await network.balanceOf(address)).toBe(forwarded ? 10 : 0);

  network.node.up();
  const second = await portals.start();
  await completedTransfer(developer.at(second.url), id);
  expect(await network.balanceOf(address)).toBe(10);
  expect(await network.sent()).toBe(1);
});
