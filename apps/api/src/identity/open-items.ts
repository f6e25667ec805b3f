// What an account can have open: things that were begun and not finished, and access that was granted. Whatever closes an
// account, or takes it out of somebody's hands, ends them by this one list. open-items.test.ts refuses a table that belongs to
// an account and is in neither list below.
import { and, eq, inArray, isNotNull, isNull, ne, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Db } from '../db/open.ts';
import { replacedKeys } from '../key-check/tables.ts';
import type { IdentityDeps } from './deps.ts';
import { factorChallenges, factors, passkeyChallenges } from './factors/tables.ts';
import { lockAccount } from './hold-account.ts';
import { mailedCodes } from './mailed/tables.ts';
import { cliRequests, cliTokens, oauthStates, oneTimeTokens, sessions, users } from './tables.ts';

export type Ending =
  // A password, an address or a way in has changed. Sessions and tokens are up to whoever calls.
  | 'new-proof'
  // An operator suspends the account. Sessions and tokens stay until it is restored: their holders are told why they are refused.
  | 'suspension'
  // An operator signs everybody out, also when a suspension is over.
  | 'sign-out'
  // The owner deletes the account.
  | 'departure'
  // The owner presses "This wasn't me".
  | 'take-over'
  // A backup was restored, and with it what had ended since. This is for all accounts at once.
  | 'backup';

type Item = {
  table: PgTable;
  isOf: (ownerId: string) => SQL;
  // Without it every row is open.
  isOpen?: SQL | undefined;
  // Without it the row is deleted.
  end?: (tx: Db, which: SQL | undefined) => Promise<unknown>;
  endedBy: Ending[];
};

const everyClosing: Ending[] = ['suspension', 'sign-out', 'departure', 'take-over', 'backup'];
const everySignOut: Ending[] = ['sign-out', 'departure', 'take-over', 'backup'];

const owned = (table: PgTable, owner: AnyPgColumn, rest: Pick<Item, 'endedBy' | 'isOpen'>): Item => ({
  table,
  isOf: (ownerId) => eq(owner, ownerId),
  ...rest,
});

const isVerification = eq(oneTimeTokens.purpose, 'verify-email');

export const openItems: Item[] = [
  owned(mailedCodes, mailedCodes.userId, { endedBy: ['new-proof', ...everyClosing] }),
  owned(oauthStates, oauthStates.linkUserId, { endedBy: ['new-proof', ...everyClosing] }),
  owned(cliRequests, cliRequests.userId, {
    isOpen: inArray(cliRequests.status, ['pending', 'authorized']),
    endedBy: ['new-proof', ...everyClosing],
  }),
  owned(oneTimeTokens, oneTimeTokens.userId, {
    isOpen: and(isNull(oneTimeTokens.usedAt), ne(oneTimeTokens.purpose, 'verify-email')),
    endedBy: ['new-proof', ...everyClosing],
  }),
  // All that such a link can do is verify the address that it was mailed to, once.
  owned(oneTimeTokens, oneTimeTokens.userId, {
    isOpen: and(isNull(oneTimeTokens.usedAt), isVerification),
    endedBy: everySignOut,
  }),
  owned(passkeyChallenges, passkeyChallenges.userId, { endedBy: everyClosing }),
  {
    table: factorChallenges,
    isOf: (ownerId) =>
      sql`${factorChallenges.sessionId} in (select id from sessions where user_id = ${ownerId})`,
    endedBy: everyClosing,
  },
  owned(factors, factors.userId, { isOpen: eq(factors.status, 'unverified'), endedBy: everyClosing }),
  // A reset link.
  owned(sessions, sessions.userId, {
    isOpen: eq(sessions.kind, 'recovery'),
    endedBy: ['new-proof'],
  }),
  owned(sessions, sessions.userId, { endedBy: everySignOut }),
  owned(cliTokens, cliTokens.userId, { endedBy: everySignOut }),
  // The old value of a key that was rotated. Signing out ends no key, so it ends no grace period either.
  {
    table: replacedKeys,
    isOf: (ownerId) => sql`${replacedKeys.keyId} in (select id from api_keys where user_id = ${ownerId})`,
    isOpen: isNotNull(replacedKeys.endsAt),
    end: (tx, which) => tx.update(replacedKeys).set({ endsAt: null, pepperId: null }).where(which),
    endedBy: ['suspension', 'departure', 'take-over', 'backup'],
  },
];

const ownWay = 'a way in of the owner. What was added in the last days is taken back by its notice';
const history = 'what was done';
const under = 'it goes with the row that it belongs to';

export const notOpen: Record<string, string> = {
  users: 'the account itself. closeAccount raises the number that its device cookies hang on',
  sign_ups: 'a claim on an address, which counts only with a verification link',
  security_notices: 'all that such a link can do is take back, and the owner may need it after any of these',
  identities: ownWay,
  passkeys: ownWay,
  recovery_codes: under,
  session_proofs: under,
  api_keys: 'programs need them. The key check refuses them while the account is closed',
  rate_limit_requests: 'a question to an operator',
  idempotency_records: 'an answer that was given. It is repeated only to a caller who would be let in now',
  faucet_claims: 'a transfer that was promised, and may be signed already',
  faucet_windows: history,
  faucet_transactions: under,
  ledger_entries: history,
  activities: history,
  key_usage_minutes: history,
  key_usage_hours: history,
  key_usage_days: history,
  key_usage_addresses: history,
  key_refusals: history,
  replaced_key_usage: history,
  replaced_key_addresses: history,
};

type Clock = Pick<IdentityDeps, 'now'>;

// Every device cookie of the account is void from then on. The number also rises above what it was before a backup was restored.
export const raisedDeviceNumber = ({ now }: Clock) =>
  sql`greatest(${users.deviceNumber} + 1, ${Math.floor(now().getTime() / 1000)}::bigint)`;

const endItem = (tx: Db, { table, end }: Item, which: SQL | undefined) =>
  end ? end(tx, which) : tx.delete(table).where(which);

const itemsEndedBy = (ending: Ending) => openItems.filter(({ endedBy }) => endedBy.includes(ending));

// A session that is named stays.
export const endItems = async (tx: Db, ownerId: string, ending: Ending, keptSessionId?: string) => {
  await lockAccount(tx, ownerId);
  for (const item of itemsEndedBy(ending)) {
    const isOther = item.table === sessions && keptSessionId ? ne(sessions.id, keptSessionId) : undefined;
    await endItem(tx, item, and(item.isOf(ownerId), item.isOpen, isOther));
  }
};

type Closing = Exclude<Ending, 'new-proof' | 'backup'>;

export const closeAccount = async (clock: Clock, tx: Db, ownerId: string, closing: Closing) => {
  await endItems(tx, ownerId, closing);
  await tx
    .update(users)
    .set({ deviceNumber: raisedDeviceNumber(clock) })
    .where(eq(users.id, ownerId));
};

export const endAllAfterBackup = async (clock: Clock, tx: Db) => {
  for (const item of itemsEndedBy('backup')) await endItem(tx, item, item.isOpen);
  await tx.update(users).set({ deviceNumber: raisedDeviceNumber(clock) });
};
