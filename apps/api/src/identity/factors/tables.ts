// Second factors, recovery codes and passkeys, and what each session was shown.
import { factorStatuses, factorTypes, proofMethodNames } from '@ballast/contract/auth/second-factors';
import { eq, sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { id, time } from '../../db/columns.ts';
import { everyClosing, ofOwner, owned, reasons, untilOver } from '../../db/owned.ts';
import { identities, sessionId, sessions, userId, users } from '../tables.ts';

// Beside its id and its public key, both as base64url. The count never goes back.
const credential = {
  signCount: bigint({ mode: 'number' }).notNull().default(0),
  transports: text().array(),
  aaguid: text(),
};

const credentialColumns = ['credentialId', 'publicKey', 'signCount', 'transports', 'aaguid'] as const;

export const factors = owned(
  pgTable(
    'factors',
    {
      id: id(),
      userId: userId(),
      type: text({ enum: factorTypes }).notNull(),
      status: text({ enum: factorStatuses }).notNull(),
      name: text().notNull(),
      // An authenticator app: its secret, encrypted and bound to this row, and the last accepted step.
      secretCipher: text(),
      encryptionKeyId: text(),
      lastStep: bigint({ mode: 'number' }),
      // A security key.
      credentialId: text(),
      publicKey: text(),
      ...credential,
      wrongCount: integer().notNull().default(0),
      lockedUntil: time(),
      // Recovery codes: when their owner said that they are saved.
      savedAt: time(),
      createdAt: time().notNull(),
      updatedAt: time().notNull(),
      lastChallengedAt: time(),
      lastUsedAt: time(),
    },
    (table) => [
      index('factors_user_id_index').on(table.userId),
      index('factors_encryption_key_id_index').on(table.encryptionKeyId),
      uniqueIndex('factors_credential_id_key').on(table.credentialId),
      // An unverified factor blocks no name, and an account has one set of recovery codes.
      uniqueIndex('factors_user_id_name_key')
        .on(table.userId, sql`lower(${table.name})`)
        .where(sql`${table.status} = 'verified'`),
      uniqueIndex('factors_recovery_code_key').on(table.userId).where(sql`${table.type} = 'recovery_code'`),
    ],
  ),
  (table) => ({
    retention: { bound: '10 for each account; unverified ones minutes', job: 'sweep-expired' },
    exported: {
      as: 'secondFactors',
      columns: [
        ...(['type', 'status', 'name', 'wrongCount', 'lockedUntil'] as const),
        ...credentialColumns,
        ...(['savedAt', 'createdAt', 'updatedAt', 'lastChallengedAt', 'lastUsedAt'] as const),
      ],
    },
    withheld: {
      secretCipher: reasons.secret,
      encryptionKeyId: reasons.secret,
      lastStep: reasons.secret,
    },
    open: [{ isOf: ofOwner(table.userId), isOpen: eq(table.status, 'unverified'), endedBy: everyClosing }],
    sealed: { keyId: table.encryptionKeyId },
  }),
);

const factorId = () =>
  uuid()
    .notNull()
    .references(() => factors.id, { onDelete: 'cascade' });

// Answered in the session and with the factor that it was made for.
export const factorChallenges = owned(
  pgTable(
    'factor_challenges',
    {
      id: id(),
      sessionId: sessionId(),
      factorId: factorId(),
      // For a security key to sign.
      challenge: text(),
      expiresAt: time().notNull(),
      usedAt: time(),
    },
    (table) => [
      index('factor_challenges_session_id_index').on(table.sessionId),
      index('factor_challenges_factor_id_index').on(table.factorId),
      index('factor_challenges_expires_at_index').on(table.expiresAt),
    ],
  ),
  (table) => ({
    retention: untilOver('they end, minutes', table.expiresAt),
    withheld: reasons.underWay,
    open: [
      {
        isOf: (ownerId) => sql`${table.sessionId} in (select id from sessions where user_id = ${ownerId})`,
        endedBy: everyClosing,
      },
    ],
  }),
);

// The hash covers the owner's id, so that equal codes of two accounts differ. A spent code names no pepper.
export const recoveryCodes = owned(
  pgTable(
    'recovery_codes',
    {
      id: id(),
      userId: userId(),
      factorId: factorId(),
      codeHash: text().notNull(),
      pepperId: text(),
      createdAt: time().notNull(),
      usedAt: time(),
    },
    (table) => [
      uniqueIndex('recovery_codes_user_id_code_hash_key').on(table.userId, table.codeHash),
      index('recovery_codes_factor_id_index').on(table.factorId),
      index('recovery_codes_pepper_id_index').on(table.pepperId),
    ],
  ),
  (table) => ({
    retention: { bound: 'one set for each account' },
    exported: { as: 'recoveryCodes', columns: ['factorId', 'createdAt', 'usedAt'] },
    withheld: { codeHash: reasons.secret, pepperId: reasons.secret },
    open: reasons.goesWithParent,
    hashed: { pepperId: table.pepperId, whenLost: (tx, isLost) => tx.delete(table).where(isLost) },
  }),
);

export const passkeys = owned(
  pgTable(
    'passkeys',
    {
      id: id(),
      userId: userId(),
      name: text().notNull(),
      credentialId: text().notNull(),
      publicKey: text().notNull(),
      ...credential,
      backedUp: boolean().notNull().default(false),
      createdAt: time().notNull(),
      lastUsedAt: time(),
    },
    (table) => [
      index('passkeys_user_id_index').on(table.userId),
      uniqueIndex('passkeys_credential_id_key').on(table.credentialId),
    ],
  ),
  () => ({
    retention: { bound: '10 for each account' },
    exported: {
      as: 'passkeys',
      columns: ['name', ...credentialColumns, 'backedUp', 'createdAt', 'lastUsedAt'],
    },
    open: reasons.ownWayIn,
  }),
);

// A registration belongs to an account and a session, a sign-in to neither.
export const passkeyChallenges = owned(
  pgTable(
    'passkey_challenges',
    {
      id: id(),
      purpose: text({ enum: ['registration', 'authentication'] }).notNull(),
      userId: uuid().references(() => users.id, { onDelete: 'cascade' }),
      sessionId: uuid().references(() => sessions.id, { onDelete: 'cascade' }),
      challenge: text().notNull(),
      expiresAt: time().notNull(),
      usedAt: time(),
    },
    (table) => [
      index('passkey_challenges_user_id_index').on(table.userId),
      index('passkey_challenges_session_id_index').on(table.sessionId),
      index('passkey_challenges_expires_at_index').on(table.expiresAt),
    ],
  ),
  (table) => ({
    retention: untilOver('they end, minutes', table.expiresAt),
    withheld: reasons.underWay,
    open: [{ isOf: ofOwner(table.userId), endedBy: everyClosing }],
  }),
);

// A proof ends with the factor, the passkey or the connected account that gave it.
export const sessionProofs = owned(
  pgTable(
    'session_proofs',
    {
      sessionId: sessionId(),
      method: text({ enum: proofMethodNames }).notNull(),
      at: time().notNull(),
      factorId: uuid().references(() => factors.id, { onDelete: 'cascade' }),
      passkeyId: uuid().references(() => passkeys.id, { onDelete: 'cascade' }),
      // A row of an older version has none.
      identityId: uuid().references(() => identities.id, { onDelete: 'cascade' }),
      // The sign-in is number 0. Only tokens issued after a proof count it.
      number: integer().notNull().default(0),
      // Tokens from before the last time count the first one.
      firstNumber: integer().notNull().default(0),
      firstAt: time(),
    },
    (table) => [
      primaryKey({ columns: [table.sessionId, table.method] }),
      index('session_proofs_factor_id_index').on(table.factorId),
      index('session_proofs_passkey_id_index').on(table.passkeyId),
      index('session_proofs_identity_id_index').on(table.identityId),
    ],
  ),
  () => ({
    retention: { bound: 'one for each way in which a session was proven; goes with it' },
    exported: { within: ['method', 'at'] },
    withheld: {
      sessionId: 'the session has it within',
      factorId: 'the session has it within',
      passkeyId: 'the session has it within',
      identityId: 'the session has it within',
      number: reasons.bookkeeping,
      firstNumber: reasons.bookkeeping,
      firstAt: reasons.bookkeeping,
    },
    open: reasons.goesWithParent,
  }),
);

export type FactorRow = typeof factors.$inferSelect;
export type ProofRow = typeof sessionProofs.$inferSelect;
