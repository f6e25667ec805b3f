// What of the database is data about a person, column by column. leaving.test.ts refuses a table or a column that belongs to
// somebody and stands in neither list.
import { getTableColumns } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import { faucetClaims, faucetWindows } from '../features/faucet/tables.ts';
import { cliTokens } from '../identity/cli/tables.ts';
import { factors, passkeys, recoveryCodes } from '../identity/factors/tables.ts';
import { mailedCodes, securityNotices } from '../identity/mailed/tables.ts';
import { activities, identities, oneTimeTokens, sessions } from '../identity/tables.ts';
import { apiKeys, rateLimitRequests } from '../key-check/tables.ts';

type OwnedTable = PgTable & { userId: AnyPgColumn; id?: AnyPgColumn };
export type Part = {
  table: PgTable;
  owner: AnyPgColumn;
  id: AnyPgColumn;
  columns: Record<string, AnyPgColumn>;
};

const part = <Table extends OwnedTable>(
  table: Table,
  ...names: (keyof Table['_']['columns'] & string)[]
): Part => {
  const isNamed = ([name]: [string, AnyPgColumn]) => names.some((each) => each === name);
  const columns = Object.fromEntries(Object.entries(getTableColumns(table)).filter(isNamed));
  return { table, owner: table.userId, id: table.id ?? table.userId, columns };
};

const credential = ['credentialId', 'publicKey', 'signCount', 'transports', 'aaguid'] as const;

// What is not listed here does not leave. Each row has its id as well.
export const exported: Record<string, Part> = {
  connectedAccounts: part(identities, 'provider', 'subject', 'email', 'username', 'createdAt', 'lastUsedAt'),
  secondFactors: part(
    factors,
    ...(['type', 'status', 'name', 'wrongCount', 'lockedUntil', ...credential] as const),
    ...(['createdAt', 'updatedAt', 'lastChallengedAt', 'lastUsedAt'] as const),
  ),
  recoveryCodes: part(recoveryCodes, 'factorId', 'createdAt', 'usedAt'),
  passkeys: part(passkeys, 'name', ...credential, 'backedUp', 'createdAt', 'lastUsedAt'),
  sessions: part(
    sessions,
    ...(['kind', 'address', 'userAgent', 'createdAt', 'refreshedAt', 'lastSeenAt', 'loweredAt'] as const),
  ),
  commandLines: part(
    cliTokens,
    ...(['deviceName', 'address', 'createdAt', 'lastUsedAt'] as const),
    ...(['kind', 'scopes', 'expiresAt', 'expiryToldAt', 'madeWith'] as const),
  ),
  mailedLinks: part(oneTimeTokens, 'purpose', 'email', 'createdAt', 'expiresAt', 'usedAt'),
  mailedCodes: part(mailedCodes, 'sessionId', 'wrongTries', 'expiresAt'),
  securityNotices: part(securityNotices, 'number', 'email', 'undo', 'expiresAt', 'usedAt'),
  apiKeys: part(
    apiKeys,
    ...(['name', 'environment', 'rateLimit', 'createdAt', 'revokedAt', 'leakedAt'] as const),
    ...(['expiresAt', 'scopes', 'allowedNetworks'] as const),
    ...(['lastUsedAt', 'lastUsedAddress', 'lastUsedUserAgent'] as const),
  ),
  rateLimitRequests: part(
    rateLimitRequests,
    ...(['keyId', 'currentLimit', 'requestedLimit', 'reason', 'status', 'note'] as const),
    ...(['createdAt', 'decidedAt'] as const),
  ),
  faucetClaims: part(
    faucetClaims,
    ...(['driver', 'amount', 'address', 'status', 'transaction', 'reason', 'clientAddress'] as const),
    ...(['createdAt', 'settledAt'] as const),
  ),
  faucetPause: part(faucetWindows, 'mailbox', 'claimId', 'nextClaimAt'),
  activities: part(activities, 'type', 'description', 'environment', 'address', 'keyId', 'createdAt'),
};

// These are written within the row that they belong to.
export const exportedWithin = [
  'session_proofs.method',
  'session_proofs.at',
  'key_usage_days',
  'key_usage_minutes',
  'key_usage_addresses',
  'key_refusals',
  'replaced_keys.replaced_at',
  'replaced_keys.ends_at',
  'replaced_keys.last_used_at',
  'replaced_keys.leaked_at',
];

const secret = 'a secret, or what could be searched for one';
const underWay = 'a question or an attempt that is over within minutes';
const bookkeeping = 'how the portal does its work';

export const notExported: Record<string, string> = {
  'users.password_hash': secret,
  'users.ended_password_hash': secret,
  'users.first_steps_put_away_at': bookkeeping,
  'users.guesses_told_at': bookkeeping,
  'sessions.refresh_counter': bookkeeping,
  'sessions.proof_count': bookkeeping,
  'sessions.refresh_proof_count': bookkeeping,
  'session_proofs.session_id': 'the session has it within',
  'session_proofs.factor_id': 'the session has it within',
  'session_proofs.passkey_id': 'the session has it within',
  'session_proofs.identity_id': 'the session has it within',
  'session_proofs.number': bookkeeping,
  'session_proofs.first_number': bookkeeping,
  'session_proofs.first_at': bookkeeping,
  sign_ups: 'claims on an address that nobody has verified: they may be of other people',
  'one_time_tokens.sign_up_id': 'it names a claim that may be of other people',
  'one_time_tokens.code_challenge': secret,
  oauth_states: underWay,
  cli_requests: underWay,
  'cli_tokens.token_hash': secret,
  'cli_tokens.pepper_id': secret,
  'factors.secret_cipher': secret,
  'factors.encryption_key_id': secret,
  'factors.last_step': secret,
  factor_challenges: underWay,
  passkey_challenges: underWay,
  'recovery_codes.code_hash': secret,
  'recovery_codes.pepper_id': secret,
  'api_keys.secret_hash': secret,
  'api_keys.pepper_id': secret,
  'api_keys.secret_cipher': secret,
  'api_keys.encryption_key_id': secret,
  'api_keys.expiry_notice': bookkeeping,
  'api_keys.unused_notice_at': bookkeeping,
  'replaced_keys.secret_hash': secret,
  'replaced_keys.key_id': 'the key has it within',
  'replaced_keys.pepper_id': secret,
  replaced_key_usage: 'what the usage of the key has within',
  replaced_key_addresses: 'what the addresses of the key have within',
  key_usage_hours: 'the sum of what each key has within',
  idempotency_records: 'answers that were given within the last day, to calls whose results stand above',
  'faucet_claims.due_at': bookkeeping,
  'faucet_claims.failed_steps': bookkeeping,
  faucet_transactions: 'what the faucet signed; the claim names the transaction',
  ledger_accounts: 'the ledger outlives accounts, and its transfers stand in the claims',
  ledger_entries: 'the ledger outlives accounts, and its transfers stand in the claims',
};
