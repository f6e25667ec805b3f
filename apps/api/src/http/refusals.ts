// Each refusal leaves a line in the log: what kind it is, its code, the call and, where it is known, the account's id.
import type { ErrorCode } from '@ballast/contract/errors';
import type { FastifyRequest } from 'fastify';
import type { Failure } from './failure.ts';

type Refusal = 'authentication_failed' | 'access_refused' | 'limit_reached' | 'input_refused';

const codesOf: Record<Refusal, ErrorCode[]> = {
  authentication_failed: [
    'invalid_credentials',
    'current_password_invalid',
    'link_invalid',
    'state_invalid',
    'provider_refused',
    'provider_email_unverified',
    'unauthorized',
    'no_authorization',
    'bad_jwt',
    'session_not_found',
    'refresh_token_not_found',
    'refresh_token_already_used',
    'otp_expired',
    'bad_code_verifier',
    'flow_state_not_found',
    'key_unknown',
    'key_revoked',
  ],
  access_refused: [
    'email_not_verified',
    'profile_incomplete',
    'production_keys_off',
    'not_for_cli',
    'only_for_cli',
    'only_for_sandbox',
    'not_found',
  ],
  limit_reached: ['rate_limited'],
  input_refused: [
    'validation_failed',
    'malformed_request',
    'body_too_large',
    'unsupported_media_type',
    'weak_password',
  ],
};

const events = new Map(
  Object.entries(codesOf).flatMap(([event, codes]) => codes.map((code) => [code, event as Refusal])),
);

const accounts = new WeakMap<FastifyRequest, string>();

// Called as soon as it is known for whom a request acts.
export const noteAccount = (request: FastifyRequest, userId: string) => void accounts.set(request, userId);

export const accountOf = (request: FastifyRequest) => {
  const account = accounts.get(request);
  return account ? { account } : {};
};

// The route's pattern stands for the address, which may hold whatever somebody typed.
export const logRefusal = ({ code, accountId }: Failure, request: FastifyRequest) => {
  const event = events.get(code);
  if (!event) return;
  const { method, routeOptions } = request;
  const account = accountId ? { account: accountId } : accountOf(request);
  request.log.info({ event, code, method, path: routeOptions.url ?? 'unknown', ...account });
};
