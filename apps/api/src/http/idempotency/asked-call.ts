// What a caller asks for with an Idempotency-Key: the same user, path and key name one call, which has one body.
import { createHash } from 'node:crypto';
import { type Endpoint, routeOf } from '@ballast/contract/http/endpoint';
import { idempotencyHeader, idempotencyMessages, isIdempotencyKey } from '@ballast/contract/http/idempotency';
import type { FastifyRequest } from 'fastify';
import type { Actor, Visitor } from '../../identity/actor.ts';
import { Failure } from '../../runtime/failure.ts';

export type AskedCall = { userId: string; path: string; key: string; bodyHash: string };

const malformed = () => {
  const message = idempotencyMessages.keyShape;
  return new Failure('validation_failed', { message, fields: { 'Idempotency-Key': message } });
};

// Node would join two headers to one value, which neither caller meant.
const readKey = ({ raw }: FastifyRequest) => {
  const values = raw.headersDistinct[idempotencyHeader];
  if (!values) return null;
  const [key = '', ...others] = values;
  if (others.length || !isIdempotencyKey(key)) throw malformed();
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

export const readAskedCall = (
  endpoint: Endpoint,
  request: FastifyRequest,
  actor: Visitor | Actor,
): AskedCall | null => {
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
