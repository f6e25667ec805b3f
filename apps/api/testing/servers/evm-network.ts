// A network of its own for a test: Hardhat's node with a real ERC-20, and a funded wallet for the faucet. A proxy in between can be
// away, slow, or watched.
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { createHardhatRuntimeEnvironment } from 'hardhat/hre';
import {
  type Abi,
  createTestClient,
  type Hex,
  http,
  parseEther,
  parseUnits,
  publicActions,
  walletActions,
} from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { hardhat } from 'viem/chains';

const require = createRequire(import.meta.url);
const artifact = require.resolve('@openzeppelin/contracts/build/contracts/ERC20PresetMinterPauser.json');

type RpcCall = { method: string; params: unknown[] };
// Answers instead of the node, or lets the call through and sees the answer go by.
type Watcher = (call: RpcCall, forward: () => Promise<string>) => Promise<string | 'cut off'>;

const bodyOf = async (request: IncomingMessage) => {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
};

const startNode = async (hardhatUrl: string) => {
  let watcher: Watcher = (_, forward) => forward();
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await bodyOf(request);
    const forward = async () =>
      (
        await fetch(hardhatUrl, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
      ).text();
    const text = await watcher(JSON.parse(body), forward);
    if (text === 'cut off') return response.destroy();
    response.setHeader('content-type', 'application/json').end(text);
  };
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    watch: (next: Watcher) => {
      watcher = next;
    },
    down: () => {
      watcher = async () => 'cut off';
    },
    up: () => {
      watcher = (_, forward) => forward();
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};

export type EvmNetwork = Awaited<ReturnType<typeof startEvmNetwork>>;

export const startEvmNetwork = async () => {
  const { network } = await createHardhatRuntimeEnvironment({});
  const server = await network.createServer('default', '127.0.0.1', 0);
  const { port } = await server.listen();
  const url = `http://127.0.0.1:${port}`;
  const client = createTestClient({
    chain: hardhat,
    mode: 'hardhat',
    transport: http(url, { retryCount: 0 }),
    cacheTime: 0,
    pollingInterval: 50,
  })
    .extend(publicActions)
    .extend(walletActions);

  const { abi, bytecode } = JSON.parse(await readFile(artifact, 'utf8')) as { abi: Abi; bytecode: Hex };
  const [owner] = await client.getAddresses();
  if (!owner) throw new Error('the network has no accounts');
  const deployment = await client.deployContract({
    abi,
    bytecode,
    account: owner,
    args: ['Ballast Test', 'BLST'],
  });
  const { contractAddress } = await client.waitForTransactionReceipt({ hash: deployment });
  const token = { address: contractAddress as Hex, abi };
  const privateKey = generatePrivateKey();
  const wallet = privateKeyToAccount(privateKey);
  const node = await startNode(url);

  const asOwner = async (functionName: string, args: unknown[] = [], fees = {}) =>
    client.writeContract({ ...token, functionName, args, account: owner, gas: 500_000n, ...fees });
  const fund = async (tokens: number, gas = '10', key = privateKey) => {
    const { address } = privateKeyToAccount(key);
    await client.setBalance({ address, value: parseEther(gas) });
    if (tokens)
      await client.waitForTransactionReceipt({
        hash: await asOwner('mint', [address, parseUnits(String(tokens), 18)]),
      });
  };
  await fund(1000);

  return {
    client,
    node,
    wallet,
    token,
    owner,
    asOwner,
    fund,
    // What a portal needs to give this token.
    env: (more: Record<string, string> = {}) => ({
      FAUCET_RPC_URL: node.url,
      FAUCET_TOKEN_ADDRESS: token.address,
      FAUCET_PRIVATE_KEY: privateKey,
      FAUCET: 'confirmations=1',
      ...more,
    }),
    balanceOf: async (address: string) =>
      Number(
        (await client.readContract({ ...token, functionName: 'balanceOf', args: [address] })) as bigint,
      ) / 1e18,
    sent: () => client.getTransactionCount({ address: wallet.address }),
    // Removes all blocks since then, and mines another one in the place of the first.
    reorganise: async (before: Hex) => {
      await client.revert({ id: before });
      await client.mine({ blocks: 1 });
    },
    stop: () => {
      node.close();
      return server.close();
    },
  };
};

export const newReceiver = () => privateKeyToAccount(generatePrivateKey()).address;
