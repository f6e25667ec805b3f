// What the faucet asks of a network: one wallet, one ERC-20. Signing needs no network, so a transfer can be kept before
// it is sent.
import {
  BaseError,
  createPublicClient,
  ExecutionRevertedError,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  HttpRequestError,
  http,
  keccak256,
  type PublicClient,
  parseEventLogs,
  parseUnits,
  RpcRequestError,
  TimeoutError,
  TransactionReceiptNotFoundError,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';

export type ChainSettings = { rpcUrl: string; tokenAddress: string; privateKey: string };

export type Fees = { maxFeePerGas: bigint; priorityFeePerGas: bigint };
export type TransferTerms = Fees & { to: string; tokens: number; nonce: number; gas: bigint };
export type Receipt = { hash: string; blockNumber: bigint; outcome: 'moved' | 'reverted' | 'refused' };

export type Chain = ReturnType<typeof openChain>;

// Shorter than a step of the faucet may take.
const rpcTimeoutMs = 5000;

export const isChainError = (error: unknown) => error instanceof BaseError;

// Both say that the node was not there, or not in time: nothing was decided.
export const isUnreachable = (error: unknown) =>
  error instanceof BaseError &&
  error.walk((cause) => cause instanceof HttpRequestError || cause instanceof TimeoutError) !== null;

export const isRevert = (error: unknown) =>
  error instanceof BaseError && error.walk((cause) => cause instanceof ExecutionRevertedError) !== null;

// A node's address may hold a secret, and the library's full messages quote it. What the node itself said does not.
export const inShort = (error: unknown) => {
  if (!(error instanceof BaseError)) return (error as Error).message;
  const answer = error.walk((cause) => cause instanceof RpcRequestError) as RpcRequestError | null;
  return answer ? `${error.shortMessage} ${answer.details}` : error.shortMessage;
};

type Token = { address: Hex; abi: typeof erc20Abi };

// Neither changes while a node is the same; a failed look is forgotten.
const openFacts = (client: PublicClient, token: Token) => {
  let facts: Promise<{ chainId: number; decimals: number }> | undefined;
  const readFacts = async () => {
    const [chainId, decimals] = await Promise.all([
      client.getChainId(),
      client.readContract({ ...token, functionName: 'decimals' }),
    ]);
    return { chainId, decimals };
  };
  return () => {
    facts ??= readFacts().catch((error) => {
      facts = undefined;
      throw error;
    });
    return facts;
  };
};

const readReceipt = async (
  client: PublicClient,
  token: Token,
  hash: string,
  to: string,
): Promise<Receipt | null> => {
  try {
    const receipt = await client.getTransactionReceipt({ hash: hash as Hex });
    const { blockNumber } = receipt;
    if (receipt.status === 'reverted') return { hash, blockNumber, outcome: 'reverted' };
    // Some tokens refuse without reverting: only their own event says that tokens moved.
    const moved = parseEventLogs({ abi: erc20Abi, eventName: 'Transfer', logs: receipt.logs }).some(
      (log) =>
        log.address.toLowerCase() === token.address.toLowerCase() &&
        log.args.to.toLowerCase() === to.toLowerCase(),
    );
    return { hash, blockNumber, outcome: moved ? 'moved' : 'refused' };
  } catch (error) {
    if (error instanceof TransactionReceiptNotFoundError) return null;
    throw error;
  }
};

export const openChain = ({ rpcUrl, tokenAddress, privateKey }: ChainSettings) => {
  const client = createPublicClient({
    // A node that sends its callers elsewhere is not the one that was configured.
    transport: http(rpcUrl, { timeout: rpcTimeoutMs, retryCount: 0, fetchOptions: { redirect: 'error' } }),
    cacheTime: 0,
  });
  const account = privateKeyToAccount(privateKey as Hex);
  const token: Token = { address: tokenAddress as Hex, abi: erc20Abi };

  const knownFacts = openFacts(client, token);

  const units = async (tokens: number) => parseUnits(String(tokens), (await knownFacts()).decimals);
  const call = async (to: string, tokens: number) =>
    encodeFunctionData({
      abi: erc20Abi,
      functionName: 'transfer',
      args: [to as Hex, await units(tokens)],
    });

  return {
    wallet: account.address as string,
    chainId: async () => (await knownFacts()).chainId,
    units,

    nextNonce: () => client.getTransactionCount({ address: account.address, blockTag: 'pending' }),
    // How many transactions of the wallet are in the chain, as seen that many blocks deep.
    countAt: (blockNumber: bigint) => client.getTransactionCount({ address: account.address, blockNumber }),
    latestBlock: () => client.getBlockNumber(),
    tokenBalance: () => client.readContract({ ...token, functionName: 'balanceOf', args: [account.address] }),
    gasBalance: () => client.getBalance({ address: account.address }),

    fees: async (): Promise<Fees> => {
      const { maxFeePerGas, maxPriorityFeePerGas } = await client.estimateFeesPerGas({
        chain: null,
        type: 'eip1559',
      });
      return { maxFeePerGas, priorityFeePerGas: maxPriorityFeePerGas };
    },
    estimateGas: async (to: string, tokens: number) =>
      client.estimateGas({ account: account.address, to: token.address, data: await call(to, tokens) }),

    sign: async ({ to, tokens, nonce, gas, maxFeePerGas, priorityFeePerGas }: TransferTerms) => {
      const raw = await account.signTransaction({
        type: 'eip1559',
        chainId: (await knownFacts()).chainId,
        to: token.address,
        data: await call(to, tokens),
        nonce,
        gas,
        maxFeePerGas,
        maxPriorityFeePerGas: priorityFeePerGas,
      });
      return { raw: raw as string, hash: keccak256(raw) as string };
    },
    broadcast: (raw: string) => client.sendRawTransaction({ serializedTransaction: raw as Hex }),

    receipt: (hash: string, to: string) => readReceipt(client, token, hash, to),
  };
};
