// Every action of an operator adds an entry in its own transaction, and so does every look at accounts. Each entry is hashed with
// the hash of the previous one, and the end of the log is sealed with the pepper.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { OperatorNames } from '@ballast/contract/operator/operator';
import { desc, sql } from 'drizzle-orm';
import { logAfterCommit } from '../../../db/after-commit.ts';
import type { Db } from '../../../db/connections/open.ts';
import type { Deps } from '../../../http/deps.ts';
import type { Operator } from '../../../identity/actor.ts';
import type { Pepper } from '../../../secrets/pepper.ts';
import { type OperatorLogRow, operatorLog, operatorLogEnd } from '../tables.ts';

type Facts = Record<string, unknown>;
export type NewEntry = { action: string; target: string; before?: Facts | null; after?: Facts | null };
export type LogEnd = Pick<typeof operatorLogEnd.$inferSelect, 'position' | 'hash' | 'seal'>;

export const hashEntry = (entry: Omit<OperatorLogRow, 'id' | 'hash'>) => {
  const { position, previousHash, at, actor, action, target, before, after, followsBreak } = entry;
  const hashed = [
    position,
    previousHash,
    at.toISOString(),
    actor,
    action,
    target,
    before,
    after,
    followsBreak,
  ];
  return createHash('sha256').update(JSON.stringify(hashed)).digest('hex');
};

const purpose = 'operator-log';
const sealed = ({ position, hash }: LogEnd) => `${position} ${hash}`;

export const isSealed = (pepper: Pepper, end: LogEnd) => {
  const given = Buffer.from(end.seal, 'base64url');
  return pepper
    .hashes(purpose, sealed(end))
    .some((seal) => seal.length === given.length && timingSafeEqual(seal, given));
};

// The row is held until the transaction ends, so entries come one after the other. It is taken last of all.
const holdEnd = async (tx: Db): Promise<LogEnd> => {
  await tx.insert(operatorLogEnd).values({}).onConflictDoNothing();
  const [end] = await tx.select().from(operatorLogEnd).for('update');
  if (!end) throw new Error('the operator log has no end');
  return end;
};

// A log that was never written to has no seal; one whose end is gone goes on where its entries end, and says so.
const continueFrom = async (tx: Db, pepper: Pepper, end: LogEnd) => {
  if (end.position > 0) return { ...end, followsBreak: !isSealed(pepper, end) };
  const [last] = await tx.select().from(operatorLog).orderBy(desc(operatorLog.position)).limit(1);
  if (!last) return { position: 0, hash: '', followsBreak: false };
  return { position: last.position, hash: last.hash, followsBreak: true };
};

// Each call has an actor of its own, so this says which calls have left an entry.
const recorded = new WeakSet<Operator>();
export const hasRecorded = (actor: Operator) => recorded.has(actor);

// A name is one line, so a line break parts the two names, and the hash covers both.
export const toStoredNames = ({ name, as }: OperatorNames) => (as === null ? name : `${name}\n${as}`);
export const readStoredNames = (stored: string) => {
  const [actor = '', as = null] = stored.split('\n');
  return { actor, as };
};

const toText = (facts: Facts | null | undefined) => (facts ? JSON.stringify(facts) : null);

export const recordOperation = async (
  { now, tokenPepper, log }: Pick<Deps, 'now' | 'tokenPepper' | 'log'>,
  tx: Db,
  actor: Operator,
  { action, target, before, after }: NewEntry,
) => {
  const last = await continueFrom(tx, tokenPepper, await holdEnd(tx));
  const entry = {
    position: last.position + 1,
    at: now(),
    actor: toStoredNames(actor),
    action,
    target,
    before: toText(before),
    after: toText(after),
    followsBreak: last.followsBreak,
    previousHash: last.hash,
  };
  const end = { position: entry.position, hash: hashEntry(entry), seal: '' };
  await tx.insert(operatorLog).values({ ...entry, hash: end.hash });
  const seal = tokenPepper.hash(purpose, sealed(end)).bytes.toString('base64url');
  await tx
    .update(operatorLogEnd)
    .set({ ...end, seal })
    .where(sql`true`);
  recorded.add(actor);
  // A collector keeps this line where nobody who can change the database can change it.
  logAfterCommit({ log }, tx, {
    event: 'operator_entry',
    action,
    target,
    position: end.position,
    hash: end.hash,
  });
};

// For what changes nothing else in the database.
export const recordAlone = (
  deps: Pick<Deps, 'db' | 'now' | 'tokenPepper' | 'log'>,
  actor: Operator,
  entry: NewEntry,
) => deps.db.transaction((tx) => recordOperation(deps, tx, actor, entry));
