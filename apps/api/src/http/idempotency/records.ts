// Answers are stored for a day, in the transaction that did the work.
import { createHash } from 'node:crypto';
import { type Endpoint, routeOf } from '@ballast/contract/http/endpoint';
import { idempotencyHeader, idempotencyMessages, isIdempotencyKey } from '@ballast/contract/http/idempotency';
import { and, eq, gt, lte } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { Db } from '../../db/connections/open.ts';
import type { Actor, Visitor } from '../../identity/actor.ts';
import { Failure, invalidField } from '../../runtime/failure.ts';
import { fixedRetentionSeconds } from '../../runtime/settings/retention.ts';
import { secondsBefore } from '../../runtime/times.ts';
import type { Deps } from '../deps.ts';
import { idempotencyRecords } from './tables.ts';

// The same user, path and key name one call, which has one body.
export type CallWithKey = { userId: string; path: string; key: string; bodyHash: string };

// Node would join two headers to one value, which neither caller meant.
const readKey = ({ raw }: FastifyRequest) => {
  const values = raw.headersDistinct[idempotencyHeader];
  if (!values) return null;
  const [key = '', ...others] = values;
  if (others.length || !isIdempotencyKey(key))
    throw invalidField('Idempotency-Key', idempotencyMessages.keyShape);
  return key;
};

// An id means the same key in capitals, so it is the same path.
const pathOf = (endpoint: Endpoint, params: unknown) =>
  routeOf(endpoint).replace(/:(\w+)/g, (_, name) =>
    String((params as Record<string, unknown>)[name]).toLowerCase(),
  );

// The body counts as it was understood: checked, with its defaults, in the order of its schema.
const hashOf = (body: unknown) =>
  createHash('sha256')
    .update(JSON.stringify(body ?? null))
    .digest('base64url');

export const readCallWithKey = (
  endpoint: Endpoint,
  request: FastifyRequest,
  actor: Visitor | Actor,
): CallWithKey | null => {
  const key = endpoint.idempotent ? readKey(request) : null;
  if (key === null) return null;
  if (!('user' in actor)) throw new Error(`${endpoint.path} says idempotent and has no user`);
  return {
    userId: actor.user.id,
    path: pathOf(endpoint, request.params),
    key,
    bodyHash: hashOf(request.body),
  };
};

export type KnownAnswer = { answer: unknown; needsProof: boolean };

const endOf = (now: Date) => secondsBefore(now, fixedRetentionSeconds.idempotencyRecords);

const isOf = ({ userId, path, key }: CallWithKey) =>
  and(
    eq(idempotencyRecords.userId, userId),
    eq(idempotencyRecords.path, path),
    eq(idempotencyRecords.key, key),
  );

export const findAnswer = async (deps: Deps, tx: Db, call: CallWithKey): Promise<KnownAnswer | null> => {
  const [row] = await tx
    .select()
    .from(idempotencyRecords)
    .where(and(isOf(call), gt(idempotencyRecords.createdAt, endOf(deps.now()))));
  if (!row) return null;
  if (row.bodyHash !== call.bodyHash) throw new Failure('idempotency_key_reused');
  return { answer: JSON.parse(deps.keyEncryption.open(row, row.id)), needsProof: row.needsProof };
};

export const storeAnswer = async (
  deps: Deps,
  tx: Db,
  call: CallWithKey,
  { answer, needsProof }: KnownAnswer,
) => {
  const id = crypto.randomUUID();
  const createdAt = deps.now();
  // The job that deletes old answers may not have run yet.
  await tx
    .delete(idempotencyRecords)
    .where(and(isOf(call), lte(idempotencyRecords.createdAt, endOf(createdAt))));
  await tx.insert(idempotencyRecords).values({
    id,
    ...call,
    needsProof,
    ...deps.keyEncryption.seal(JSON.stringify(answer), id),
    createdAt,
  });
};
