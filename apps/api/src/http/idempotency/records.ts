// Where answers are kept for a day. A row is written in the transaction that did the work, so that both are there or neither.
import { and, eq, gt, lte } from 'drizzle-orm';
import type { Db } from '../../db/connections/open.ts';
import { Failure } from '../../runtime/failure.ts';
import { fixedRetentionSeconds } from '../../runtime/settings/retention.ts';
import { secondsBefore } from '../../runtime/times.ts';
import type { Deps } from '../deps.ts';
import type { AskedCall } from './asked-call.ts';
import { idempotencyRecords } from './tables.ts';

export type KnownAnswer = { answer: unknown; needsProof: boolean };

const endOf = (now: Date) => secondsBefore(now, fixedRetentionSeconds.idempotencyRecords);
const isOver = (now: Date) => lte(idempotencyRecords.createdAt, endOf(now));

const isOf = ({ userId, path, key }: AskedCall) =>
  and(
    eq(idempotencyRecords.userId, userId),
    eq(idempotencyRecords.path, path),
    eq(idempotencyRecords.key, key),
  );

export const findAnswer = async (deps: Deps, tx: Db, asked: AskedCall): Promise<KnownAnswer | null> => {
  const [row] = await tx
    .select()
    .from(idempotencyRecords)
    .where(and(isOf(asked), gt(idempotencyRecords.createdAt, endOf(deps.now()))));
  if (!row) return null;
  if (row.bodyHash !== asked.bodyHash) throw new Failure('idempotency_key_reused');
  return { answer: JSON.parse(deps.keyEncryption.open(row, row.id)), needsProof: row.needsProof };
};

export const keepAnswer = async (
  deps: Deps,
  tx: Db,
  asked: AskedCall,
  { answer, needsProof }: KnownAnswer,
) => {
  const id = crypto.randomUUID();
  const createdAt = deps.now();
  // The job that forgets old answers may not have come yet.
  await tx.delete(idempotencyRecords).where(and(isOf(asked), isOver(createdAt)));
  await tx.insert(idempotencyRecords).values({
    id,
    ...asked,
    needsProof,
    ...deps.keyEncryption.seal(JSON.stringify(answer), id),
    createdAt,
  });
};
