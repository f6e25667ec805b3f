// `ballast api` names every POST by a key. The portal does these calls once per key, so that they may be sent again.
import { randomUUID } from 'node:crypto';
import { createCliToken } from '@ballast/contract/cli/cli-auth';
import { requestTokens } from '@ballast/contract/faucet';
import { type Endpoint, routeOf } from '@ballast/contract/http/endpoint';
import { idempotencyHeader, idempotencyMessages, isIdempotencyKey } from '@ballast/contract/http/idempotency';
import { createKey, rotateKey } from '@ballast/contract/keys/api-keys';
import { requestRateLimit } from '@ballast/contract/keys/rate-limit-requests';
import { CliFailure } from '../../failures.ts';

export const idempotentCalls: Endpoint[] = [
  createKey,
  rotateKey,
  requestRateLimit,
  requestTokens,
  createCliToken,
];

const patternOf = (call: Endpoint) => new RegExp(`^${routeOf(call).replace(/:\w+/g, '[^/]+')}$`);

export const isDoneOnce = (method: string, route: string) =>
  idempotentCalls.some((call) => call.method === method && patternOf(call).test(route));

export const idempotencyKeyOf = (method: string, given: string | undefined): Record<string, string> => {
  if (method !== 'POST') {
    if (given === undefined) return {};
    throw new CliFailure('usage', '--idempotency-key is for POST: other calls may be repeated anyway.');
  }
  if (given !== undefined && !isIdempotencyKey(given))
    throw new CliFailure('usage', `${idempotencyMessages.keyShape}.`);
  return { [idempotencyHeader]: given ?? randomUUID() };
};
