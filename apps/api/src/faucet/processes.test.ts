// The faucet over processes that run side by side and die at the worst moment.
import { listActivities, nextCursorHeader } from '@ballast/contract/activities';
import type { createClient } from '@ballast/contract/client';
import { getFaucet, getTransfer, requestTokens } from '@ballast/contract/faucet';
import { afterEach, expect, inject, test, vi } from 'vitest';
import { type EvmNetwork, newReceiver, startEvmNetwork } from '../testing/evm-network.ts';
import { portalProcesses } from '../testing/portal-processes.ts';

const onPostgres = inject('database') === 'postgres';
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const openPortals = async (settings?: Record<string, string>) => {
  const portals = await portalProcesses(settings);
  closers.push(portals.stop);
  return portals;
};

const openNetwork = async (): Promise<EvmNetwork> => {
  const network = await startEvmNetwork();
  closers.push(network.stop);
  return network;
};

const completed = (call: ReturnType<typeof createClient>, id: string) =>
  vi.waitFor(
    async () => {
      const transfer = await call(getTransfer, { params: { id } });
      expect(transfer.status).toBe('COMPLETED');
      return transfer;
    },
    { timeout: 40_000, interval: 100 },
  );

test.runIf(onPostgres)(
  'a hundred requests over three processes give one transfer',
  { timeout: 90_000 },
  async () => {
    const portals = await openPortals();
    const servers = await Promise.all([portals.start(), portals.start(), portals.start()]);
    const [first] = servers;
    const developer = await portals.developer(first);
    const calls = servers.map((server) => developer.at(server.url));
    const answers = await Promise.allSettled(
      Array.from({ length: 100 }, (_, i) => (calls[i % 3] as (typeof calls)[0])(requestTokens, { body: {} })),
    );
    const given = answers.filter((answer) => answer.status === 'fulfilled');
    expect(given).toHaveLength(1);
    for (const answer of answers) {
      if (answer.status === 'rejected') {
        expect(answer.reason).toMatchObject({
          status: 429,
          body: { nextClaimAt: given[0]?.value.nextClaimAt },
        });
      }
    }
    const call = developer.at(first.url);
    await completed(call, given[0]?.value.id ?? '');
    expect((await call(getFaucet)).balance).toBe(10);
    const query = { category: 'faucet' } as const;
    const { reply: newest, headers } = await call.withHeaders(listActivities, { query });
    const cursor = headers.get(nextCursorHeader) ?? '';
    const log = [...newest, ...(await call(listActivities, { query: { ...query, cursor } }))];
    const count = (type: string) => log.filter((entry) => entry.type === type).length;
    expect([count('faucet_rate_limited'), count('faucet_request'), count('faucet_request_success')]).toEqual([
      99, 1, 1,
    ]);
  },
);

test.runIf(onPostgres)(
  'three processes that send at once from one wallet give every developer their tokens',
  { timeout: 120_000 },
  async () => {
    const network = await openNetwork();
    const portals = await openPortals(network.env());
    const servers = await Promise.all([portals.start(), portals.start(), portals.start()]);
    const asked = await Promise.all(
      Array.from({ length: 12 }, async (_, i) => {
        const server = servers[i % 3] as (typeof servers)[0];
        return { call: (await portals.developer(server)).at(server.url), address: newReceiver() };
      }),
    );
    const ids = await Promise.all(
      asked.map(async ({ call, address }) => (await call(requestTokens, { body: { address } })).id),
    );
    const transfers = await Promise.all(asked.map(({ call }, i) => completed(call, ids[i] ?? '')));
    for (const { address } of asked) expect(await network.balanceOf(address)).toBe(10);
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
])('kill -9 %s neither loses nor doubles it', { timeout: 120_000 }, async (_, forwarded) => {
  const network = await openNetwork();
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
  await completed(developer.at(second.url), id);
  expect(await network.balanceOf(address)).toBe(10);
  expect(await network.sent()).toBe(1);
});

test('kill -9 right after the answer neither loses nor doubles a transfer of the ledger', {
  timeout: 120_000,
}, async () => {
  const portals = await openPortals();
  let server = await portals.start();
  const asked: { developer: Awaited<ReturnType<typeof portals.developer>>; id: string }[] = [];
  for (let round = 0; round < 3; round += 1) {
    const developer = await portals.developer(server);
    const { id } = await developer.at(server.url)(requestTokens, { body: {} });
    server.child.kill('SIGKILL');
    await server.exit;
    asked.push({ developer, id });
    server = await portals.start();
  }
  for (const { developer, id } of asked) {
    await completed(developer.at(server.url), id);
    expect((await developer.at(server.url)(getFaucet)).balance).toBe(10);
  }
});
