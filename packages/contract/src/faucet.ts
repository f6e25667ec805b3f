import * as z from 'zod/mini';
import { counted } from './counted.ts';
import { hasWrongChecksum, isAddress, isZeroAddress, shorten, withChecksum } from './evm-address.ts';
import { faucetLimits } from './faucet-limits.ts';
import { endpoint } from './http/endpoint.ts';

// The ledger keeps balances in the portal's own database; EVM moves a real ERC-20.
export const faucetDrivers = ['LEDGER', 'EVM'] as const;

// PENDING is accepted, SENT is not yet confirmed; the other two are final.
export const transferStatuses = ['PENDING', 'SENT', 'COMPLETED', 'FAILED'] as const;
export type TransferStatus = (typeof transferStatuses)[number];

export const isSettled = (status: TransferStatus) => status === 'COMPLETED' || status === 'FAILED';

// '2026-11-16 09:41 UTC', because the server does not know the reader's time zone.
const inUtc = (moment: Date) => `${moment.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

// '9 hours' or '1 minute'.
const roughly = (ms: number) => {
  const minutes = Math.max(1, Math.ceil(ms / 60_000));
  return minutes < 60 ? counted(minutes, 'minute') : counted(Math.ceil(minutes / 60), 'hour');
};

export const faucetEntries = {
  requested: (amount: number, address: string | null) => `${amount} tokens to ${receiver(address)}`,
  sent: (amount: number, address: string | null) => `${amount} tokens sent to ${receiver(address)}`,
  tooEarly: (nextClaimAt: Date, now: Date) =>
    `Next request available in ${roughly(nextClaimAt.getTime() - now.getTime())}`,
} as const;

const receiver = (address: string | null) => (address ? shorten(address) : 'the sandbox balance');

export const faucetMessages = {
  addressShape: 'Enter an address: 0x followed by 40 hexadecimal digits',
  addressChecksum: 'This address has a typo: its checksum doesn’t match',
  addressZero: 'Tokens sent to the zero address are lost. Enter another address',
  addressNeeded: 'Enter the address that receives the tokens',
  networkLimited: 'Too many requests for test tokens came from your network. Try again tomorrow.',
  rateLimited: (nextClaimAt: Date) =>
    `You can request tokens once every ${faucetLimits.pauseHours} hours. You can request again at ${inUtc(nextClaimAt)}.`,
} as const;

// These say why a transfer failed, or what an open one waits for.
export const transferReasons = {
  treasuryEmpty: 'The faucet is empty. Request again once we’ve refilled it.',
  refused: 'The token contract refused the transfer. Check the address and request again.',
  reverted: 'The network reverted the transfer. You can request again.',
  moved: 'The faucet moved to another network before the transfer was sent. You can request again.',
  unreachable: 'Can’t reach the network. We’ll try the transfer again.',
  notAccepted: 'The network hasn’t accepted the transfer yet. We’ll try again.',
  confirming: 'Waiting for the network to confirm the transfer.',
  stranded: 'The transfer was sent on a network that the faucet no longer uses.',
} as const;

const address = z.string({ error: faucetMessages.addressShape }).check(
  z.trim(),
  z.refine(isAddress, { error: faucetMessages.addressShape, abort: true }),
  z.refine((text) => !isZeroAddress(text), faucetMessages.addressZero),
  z.refine((text) => !hasWrongChecksum(text), faucetMessages.addressChecksum),
  z.overwrite(withChecksum),
);

export const transfer = z.object({
  id: z.uuid(),
  amount: z.number(),
  token: z.string(),
  // Null for the sandbox balance.
  address: z.nullable(z.string()),
  status: z.enum(transferStatuses),
  transaction: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  createdAt: z.string(),
  settledAt: z.nullable(z.string()),
});

export type Transfer = z.infer<typeof transfer>;

// Null when the developer may claim now.
const nextClaimAt = z.nullable(z.string());

const requestReply = z.extend(transfer, { nextClaimAt });

export const requestTokens = endpoint('POST', '/faucet/requests', {
  auth: 'verified',
  keepsSession: true,
  cli: ['faucet'],
  idempotent: true,
  summary: `Request ${faucetLimits.amount} test tokens, once every ${faucetLimits.pauseHours} hours; a failed transfer gives the claim back`,
  status: 201,
  body: z.strictObject({ address: z.optional(address) }),
  reply: requestReply,
});

export const getTransfer = endpoint('GET', '/faucet/requests/:id', {
  auth: 'verified',
  keepsSession: true,
  cli: ['read', 'faucet'],
  summary: 'Get a request for test tokens and the state of its transfer',
  params: z.object({ id: z.uuid('This request does not exist') }),
  reply: requestReply,
});

export const getFaucet = endpoint('GET', '/faucet/status', {
  auth: 'verified',
  keepsSession: true,
  cli: ['read', 'faucet'],
  summary: 'Get the next request time, the sandbox balance and recent transfers, newest first',
  reply: z.object({
    available: z.boolean(),
    nextClaimAt,
    amount: z.number(),
    token: z.string(),
    driver: z.enum(faucetDrivers),
    // Without one the tokens go to the sandbox balance, which only the ledger has.
    addressNeeded: z.boolean(),
    balance: z.nullable(z.number()),
    transfers: z.array(transfer),
  }),
});

export type Faucet = z.infer<typeof getFaucet.reply>;

export const faucetCalls = [requestTokens, getTransfer, getFaucet];
