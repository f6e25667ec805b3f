// Double entries. The treasury issues the tokens, so its balance is minus all that was given.
import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '../../../db/connections/open.ts';
import { type FaucetClaimRow, ledgerAccounts, ledgerEntries, ledgerTransfers } from '../tables.ts';
import type { FaucetDriver } from './faucet.ts';
import { completeClaim } from './settle-claim.ts';

type Account = Pick<typeof ledgerAccounts.$inferSelect, 'kind' | 'owner'>;

const treasury: Account = { kind: 'treasury', owner: 'faucet' };

const isAccount = ({ kind, owner }: Account) =>
  and(eq(ledgerAccounts.kind, kind), eq(ledgerAccounts.owner, owner));

const accountId = async (tx: Db, account: Account) => {
  await tx.insert(ledgerAccounts).values(account).onConflictDoNothing();
  const [row] = await tx.select({ id: ledgerAccounts.id }).from(ledgerAccounts).where(isAccount(account));
  if (!row) throw new Error('the ledger account is not there');
  return row.id;
};

const receiverOf = ({ address, userId }: FaucetClaimRow): Account =>
  address ? { kind: 'address', owner: address } : { kind: 'developer', owner: userId };

export const sandboxBalance = async (tx: Db, ownerId: string) => {
  const [row] = await tx
    .select({ balance: sql<string>`coalesce(sum(${ledgerEntries.amount}), 0)` })
    .from(ledgerEntries)
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerEntries.accountId))
    .where(isAccount({ kind: 'developer', owner: ownerId }));
  return Number(row?.balance ?? 0);
};

export const ledgerFaucet: FaucetDriver = {
  kind: 'LEDGER',
  addressNeeded: false,
  advance: (deps, claim) =>
    deps.db.transaction(async (tx) => {
      const transferId = crypto.randomUUID();
      if (!(await completeClaim(deps, tx, claim, transferId))) return;
      await tx.insert(ledgerTransfers).values({ id: transferId, claimId: claim.id, createdAt: deps.now() });
      await tx.insert(ledgerEntries).values([
        { transferId, accountId: await accountId(tx, treasury), amount: -claim.amount },
        { transferId, accountId: await accountId(tx, receiverOf(claim)), amount: claim.amount },
      ]);
    }),
};
