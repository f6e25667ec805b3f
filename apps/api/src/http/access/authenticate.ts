// Who calls. The endpoint says which credentials it needs, and a refusal says what is missing.
import { cliMessages } from '@ballast/contract/cli/cli-auth';
import { missingScope } from '@ballast/contract/cli/cli-scopes';
import type { Endpoint } from '@ballast/contract/http/endpoint';
import { errorTexts } from '@ballast/contract/http/errors';
import {
  keyCheckMessages,
  rateLimitLeft,
  rateLimitPolicy,
  retryAfterSeconds,
} from '@ballast/contract/keys/key-check';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SignedIn } from '../../identity/actor.ts';
import { type ExpiredToken, isCliToken, readCliToken } from '../../identity/cli/cli-tokens.ts';
import { owesSecondFactor } from '../../identity/proofs/proofs.ts';
import { sessionLibraryRefusals } from '../../identity/sessions/session-refusals.ts';
import { readSession } from '../../identity/sessions/sessions.ts';
import { accountSuspended, sessionSuspended } from '../../identity/suspension.ts';
import type { Verdict } from '../../key-check/check-key.ts';
import { looksLikeKey } from '../../key-check/key-secret.ts';
import type { ActiveKey } from '../../key-check/lookup/key-cache.ts';
import { noScopes, presentedKey } from '../../key-check/presented-key.ts';
import { whyRestricted } from '../../key-check/restrictions.ts';
import { Failure } from '../../runtime/failure.ts';
import { noteAccount } from '../answers/refusals.ts';
import type { Deps } from '../deps.ts';
import { stopsPerSession } from '../limits/call-limits.ts';
import { addressOf } from '../proxy/request-address.ts';
import { scopeMissing } from './requirements.ts';

export type Credentials = { session: SignedIn | null; key: ActiveKey | null };

const nobody: Credentials = { session: null, key: null };

export const bearerToken = (request: FastifyRequest) =>
  /^bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;

// A good token of another kind is never 401: that would make its owner sign in again.
const refuseOtherKinds = ({ auth, cli, spentSession }: Endpoint, kind: SignedIn['kind']) => {
  if (kind === 'cli') {
    if (auth !== 'cli' && !cli) throw new Failure('not_for_cli');
    return;
  }
  if (kind !== 'browser' && auth !== 'any-session' && auth !== 'verified-or-reset')
    throw new Failure('unauthorized');
  if (kind === 'spent' && !spentSession) throw sessionLibraryRefusals['session ended']();
  if (auth === 'cli') throw new Failure('only_for_cli');
};

// A reset link proves the address itself, when it sets the password.
const refuseUnverified = ({ auth }: Endpoint, { kind, emailVerified }: SignedIn) => {
  if (emailVerified) return;
  if (auth === 'verified' || (auth === 'verified-or-reset' && kind !== 'recovery'))
    throw new Failure('email_not_verified');
};

// The scope of a call about keys depends on the keys (requirements.ts).
const refuseScopes = ({ cli }: Endpoint, { grant }: SignedIn) => {
  if (!cli || !grant || cli.includes('keys')) return;
  const missing = missingScope(cli, grant.scopes);
  if (missing) throw scopeMissing(missing);
};

// A caller with an API key has no session that could have ended.
const noSession = (token: string | null) =>
  new Failure('unauthorized', token && looksLikeKey(token) ? { message: errorTexts.apiKeyIsNoSession } : {});

const tokenExpired = ({ expiredAt }: ExpiredToken) =>
  new Failure('unauthorized', {
    message: cliMessages.tokenExpired(expiredAt.toISOString()),
    body: { details: { expiredAt: expiredAt.toISOString() } },
  });

const authenticateSession = async (deps: Deps, endpoint: Endpoint, request: FastifyRequest) => {
  const token = bearerToken(request);
  const session = isCliToken(token)
    ? await readCliToken(deps, token, addressOf(deps, request))
    : await readSession(deps, token, endpoint.stops && deps.throttles.of(stopsPerSession));
  if (session === 'suspended') throw endpoint.dialect ? accountSuspended(deps) : sessionSuspended(deps);
  if (typeof session === 'string') {
    throw endpoint.dialect ? sessionLibraryRefusals[session]() : noSession(token);
  }
  if ('expiredAt' in session) {
    throw endpoint.dialect ? sessionLibraryRefusals['session ended']() : tokenExpired(session);
  }
  noteAccount(request, session.user.id);
  refuseOtherKinds(endpoint, session.kind);
  refuseScopes(endpoint, session);
  refuseUnverified(endpoint, session);
  if (owesSecondFactor(session) && !endpoint.beforeSecondFactor) throw new Failure('insufficient_aal');
  return session;
};

// Without a session, the session library sends a key of its own as the token.
const recogniseSession = async (deps: Deps, endpoint: Endpoint, request: FastifyRequest) => {
  const token = bearerToken(request);
  if (!token) return null;
  if (!endpoint.dialect) return authenticateSession(deps, endpoint, request);
  const session = await readSession(deps, token);
  if (typeof session === 'string' || session.kind !== 'browser' || owesSecondFactor(session)) return null;
  return session;
};

const refuseKey = (verdict: Exclude<Verdict, { outcome: 'allowed' }>): Failure => {
  switch (verdict.outcome) {
    case 'unknown':
      return new Failure('key_unknown', { message: keyCheckMessages.unknown });
    case 'revoked':
      return new Failure('key_revoked', { message: keyCheckMessages.revoked });
    case 'suspended':
      return new Failure('account_suspended', { message: keyCheckMessages.suspended });
    case 'expired':
    case 'address_not_allowed':
    case 'scope_missing': {
      const { code, message, details } = whyRestricted(verdict);
      return new Failure(code, { message, body: { details } });
    }
    case 'limited':
      return new Failure('rate_limited', {
        message: keyCheckMessages.limited(verdict.key.rateLimit),
        retryAfterSeconds,
      });
    case 'unavailable':
      return new Failure('unavailable', { message: keyCheckMessages.unavailable, retryAfterSeconds });
  }
};

const authenticateKey = async (deps: Deps, request: FastifyRequest, reply: FastifyReply) => {
  const { value, userAgent } = presentedKey(request.raw.rawHeaders);
  if (value === null) throw new Failure('key_unknown', { message: keyCheckMessages.missing });
  const address = addressOf(deps, request);
  // Scopes are the provider's own: they say nothing about the portal's calls.
  const verdict = await deps.keyCheck.check(value, {
    address,
    userAgent,
    neededScopes: noScopes,
    requestId: request.id,
    request: request.raw,
  });
  if (verdict.outcome === 'allowed' || verdict.outcome === 'limited') {
    const remaining = verdict.outcome === 'allowed' ? verdict.remaining : 0;
    reply.header('ratelimit-policy', rateLimitPolicy(verdict.key.rateLimit));
    reply.header('ratelimit', rateLimitLeft(remaining));
  }
  if (verdict.outcome !== 'allowed') throw refuseKey(verdict);
  return verdict.key;
};

export const authenticate = async (
  deps: Deps,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Credentials> => {
  switch (endpoint.auth) {
    case 'public':
      return endpoint.takesSession
        ? { session: await recogniseSession(deps, endpoint, request), key: null }
        : nobody;
    // The socket's own permissions have let this caller in.
    case 'operator':
      return nobody;
    case 'api-key':
      return { session: null, key: await authenticateKey(deps, request, reply) };
    default:
      return { session: await authenticateSession(deps, endpoint, request), key: null };
  }
};
