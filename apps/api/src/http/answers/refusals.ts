// Each refusal leaves a line in the log: what kind it is, its code, the call and, where it is known, the account's id.
import { type ErrorCode, errors } from '@ballast/contract/http/errors';
import type { FastifyRequest } from 'fastify';
import type { Failure } from '../../runtime/failure.ts';
import { type AddressDeps, loggedAddress } from '../proxy/request-address.ts';

type Refusal = 'authentication_failed' | 'access_refused' | 'limit_reached' | 'input_refused';

const byStatus: Record<number, Refusal> = {
  400: 'input_refused',
  401: 'authentication_failed',
  403: 'access_refused',
  404: 'access_refused',
  413: 'input_refused',
  415: 'input_refused',
  421: 'access_refused',
  422: 'input_refused',
  429: 'limit_reached',
};

// A wrong proof whose status says something else.
const wrongProofs: ReadonlySet<ErrorCode> = new Set([
  'invalid_credentials',
  'current_password_invalid',
  'reauthentication_not_valid',
  'link_invalid',
  'state_invalid',
  'provider_refused',
  'provider_email_unverified',
  'bad_jwt',
  'session_not_found',
  'refresh_token_not_found',
  'refresh_token_already_used',
  'otp_expired',
  'bad_code_verifier',
  'flow_state_not_found',
  'webauthn_challenge_not_found',
  'webauthn_challenge_expired',
  'webauthn_verification_failed',
  'mfa_verification_failed',
  'mfa_challenge_not_found',
  'mfa_challenge_expired',
]);

const eventOf = (code: ErrorCode) =>
  wrongProofs.has(code) ? 'authentication_failed' : byStatus[errors[code].status];

const accounts = new WeakMap<FastifyRequest, string>();

export const noteAccount = (request: FastifyRequest, userId: string) => void accounts.set(request, userId);

export const accountOf = (request: FastifyRequest) => {
  const account = accounts.get(request);
  return account ? { account } : {};
};

// The route's pattern, because the address may hold anything that was typed.
const callOf = ({ method, routeOptions }: FastifyRequest) => ({
  method,
  path: routeOptions.url ?? 'unknown',
});

export const closedRequestEvent = 'client_closed_request';

const log = (deps: AddressDeps, request: FastifyRequest, event: { event: string; code?: ErrorCode }) =>
  request.log.info({ ...event, ...callOf(request), ...accountOf(request), ...loggedAddress(deps, request) });

export const logClosedRequest = (deps: AddressDeps, request: FastifyRequest) =>
  log(deps, request, { event: closedRequestEvent });

export const logRefusal = (deps: AddressDeps, { code, accountId }: Failure, request: FastifyRequest) => {
  const event = eventOf(code);
  if (!event) return;
  if (accountId) noteAccount(request, accountId);
  log(deps, request, { event, code });
};
