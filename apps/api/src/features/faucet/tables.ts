import { faucetDrivers, transferStatuses } from '@ballast/contract/faucet';
import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { id, time } from '../../db/columns.ts';
import { owned, reasons } from '../../db/owned.ts';
import { userId, users } from '../../identity/tables.ts';

// The pause holds for all accounts of a mailbox.
export const faucetWindows = owned(
  pgTable(
    'faucet_windows',
    {
      userId: uuid()
        .primaryKey()
        .references(() => users.id, { onDelete: 'cascade' }),
      mailbox: text(),
      claimId: uuid().notNull(),
      nextClaimAt: time().notNull(),
    },
    (table) => [index('faucet_windows_mailbox_index').on(table.mailbox)],
  ),
  () => ({
    retention: { bound: 'one for each account' },
    exported: { as: 'faucetPause', columns: ['mailbox', 'claimId', 'nextClaimAt'] },
    open: reasons.history,
  }),
);

export const faucetClaims = owned(
  pgTable(
    'faucet_claims',
    {
      id: id(),
      userId: userId(),
      driver: text({ enum: faucetDrivers }).notNull(),
      amount: integer().notNull(),
      // Null for the sandbox balance.
      address: text(),
      status: text({ enum: transferStatuses }).notNull().default('PENDING'),
      transaction: text(),
      reason: text(),
      // When its next step is due. The process that takes the step moves it on first, so that no other takes it.
      dueAt: time().notNull(),
      failedSteps: integer().notNull().default(0),
      clientAddress: text().notNull(),
      createdAt: time().notNull(),
      settledAt: time(),
    },
    (table) => [
      index('faucet_claims_user_id_created_at_index').on(table.userId, table.createdAt),
      index('faucet_claims_open_due_at_index').on(table.dueAt).where(sql`${table.settledAt} is null`),
    ],
  ),
  () => ({
    retention: { bound: 'one a day for each account; go with it' },
    exported: {
      as: 'faucetClaims',
      columns: [
        ...(['driver', 'amount', 'address', 'status', 'transaction', 'reason', 'clientAddress'] as const),
        ...(['createdAt', 'settledAt'] as const),
      ],
    },
    withheld: { dueAt: reasons.bookkeeping, failedSteps: reasons.bookkeeping },
    open: 'a transfer that was promised, and may be signed already',
  }),
);

const outlivesAccounts = 'the ledger outlives accounts, and its transfers stand in the claims';

// The sandbox ledger, double entry. It outlives accounts, so it refers to none. Its triggers refuse a transfer that does not sum
// to zero and any change of an entry.
export const ledgerAccounts = owned(
  pgTable(
    'ledger_accounts',
    {
      id: id(),
      kind: text({ enum: ['treasury', 'developer', 'address'] }).notNull(),
      // A developer's id, an address, or 'faucet'.
      owner: text().notNull(),
    },
    (table) => [uniqueIndex('ledger_accounts_kind_owner_key').on(table.kind, table.owner)],
  ),
  () => ({
    retention: { bound: 'kept: one for each account or address that was given tokens' },
    withheld: outlivesAccounts,
  }),
);

export const ledgerTransfers = owned(
  pgTable(
    'ledger_transfers',
    { id: id(), claimId: uuid().notNull(), createdAt: time().notNull() },
    (table) => [uniqueIndex('ledger_transfers_claim_id_key').on(table.claimId)],
  ),
  () => ({ retention: { bound: 'kept: one for each claim; it is a ledger' } }),
);

export const ledgerEntries = owned(
  pgTable(
    'ledger_entries',
    {
      transferId: uuid()
        .notNull()
        .references(() => ledgerTransfers.id),
      accountId: uuid()
        .notNull()
        .references(() => ledgerAccounts.id),
      amount: bigint({ mode: 'number' }).notNull(),
    },
    (table) => [
      primaryKey({ columns: [table.transferId, table.accountId] }),
      index('ledger_entries_account_id_index').on(table.accountId),
      check('ledger_entries_amount_check', sql`${table.amount} <> 0`),
    ],
  ),
  () => ({
    retention: { bound: 'kept: two for each transfer' },
    withheld: outlivesAccounts,
    open: reasons.history,
  }),
);

// The faucet's account on a network, with its nonces.
export const faucetWallets = owned(
  pgTable(
    'faucet_wallets',
    {
      chainId: bigint({ mode: 'number' }).notNull(),
      address: text().notNull(),
      allocations: integer().notNull().default(0),
    },
    (table) => [primaryKey({ columns: [table.chainId, table.address] })],
  ),
  () => ({ retention: { bound: 'one for each network and key of the faucet' } }),
);

// The same transfer at the same nonce, signed again with higher fees when it is stuck: only one can ever be mined.
export type SignedTransaction = {
  hash: string;
  raw: string;
  maxFeePerGas: string;
  priorityFeePerGas: string;
};

// Written before anything is sent, so that after a crash the same bytes are sent again.
export const faucetTransactions = owned(
  pgTable(
    'faucet_transactions',
    {
      id: id(),
      claimId: uuid()
        .notNull()
        .references(() => faucetClaims.id, { onDelete: 'cascade' }),
      chainId: bigint({ mode: 'number' }).notNull(),
      wallet: text().notNull(),
      nonce: integer().notNull(),
      gas: bigint({ mode: 'number' }).notNull(),
      signed: jsonb().$type<SignedTransaction[]>().notNull(),
      signedAt: time().notNull(),
      // How often in a row the nonce was spent without one of ours in the chain.
      missing: integer().notNull().default(0),
      state: text({ enum: ['live', 'mined', 'dead'] })
        .notNull()
        .default('live'),
    },
    (table) => [
      uniqueIndex('faucet_transactions_live_nonce_key')
        .on(table.chainId, table.wallet, table.nonce)
        .where(sql`${table.state} = 'live'`),
      index('faucet_transactions_claim_id_index').on(table.claimId),
      uniqueIndex('faucet_transactions_live_claim_key').on(table.claimId).where(sql`${table.state} = 'live'`),
    ],
  ),
  () => ({
    retention: { bound: 'a few for each claim; go with it' },
    withheld: 'what the faucet signed; the claim names the transaction',
    open: reasons.goesWithParent,
  }),
);

export type FaucetClaimRow = typeof faucetClaims.$inferSelect;
export type FaucetTransactionRow = typeof faucetTransactions.$inferSelect;
